import type { ProjectScript, Runner } from '../commands/script-book.ts'
import { at, lineOf, list, record, type SourceFile, string, strings } from './project.ts'

const script = (runner: Runner, name: string, body: string, file: SourceFile): ProjectScript => ({
  runner,
  name,
  body,
  source: file.path,
  line: lineOfName(file, name),
})

/** `"name":` in JSON, `name:` in YAML, `name =` in TOML. */
function lineOfName(file: SourceFile, name: string): number {
  const spelled = [
    `"${name}"`,
    `
  ${name}:`,
    `
${name} `,
    name.split(':').at(-1) ?? name,
  ]
  const found = spelled.find(text => file.text.includes(text))
  return found === undefined ? 1 : lineOf(file, found)
}

/** package.json scripts; those that wireit runs are read from its own table. */
export function npmScripts(file: SourceFile): ProjectScript[] {
  const wireit = record(at(file.data, 'wireit'))
  return Object.entries(record(at(file.data, 'scripts'))).map(([name, value]) => {
    const body = string(value)
    const inner = body.trim() === 'wireit' ? record(wireit[name]) : {}
    const needs = list(inner['dependencies']).map(need => string(need) || string(at(need, 'script')))
    const local = needs.filter(need => /^[\w:-]+$/.test(need)).map(need => `npm run ${need}`)
    return script('npm', name, body.trim() === 'wireit' ? [...local, string(inner['command'])].join('\n') : body, file)
  })
}

export function denoTasks(file: SourceFile): ProjectScript[] {
  return Object.entries(record(at(file.data, 'tasks'))).map(([name, value]) => {
    const needs = strings(at(value, 'dependencies')).map(need => `deno task ${need}`)
    return script('deno', name, [...needs, string(value) || string(at(value, 'command'))].join('\n'), file)
  })
}

export function composerScripts(file: SourceFile): ProjectScript[] {
  return Object.entries(record(at(file.data, 'scripts'))).map(([name, value]) =>
    script(
      'composer',
      name,
      strings(value)
        .map(line =>
          line
            .replace(/^@(?!php|putenv|composer)/, 'composer ')
            .replace(/^@php /, 'php ')
            .replace(/^@composer /, 'composer ')
            .replace(/^(phpunit|phpstan|phpcs|psalm|pest|php-cs-fixer|rector|pint)\b/, 'vendor/bin/$1'),
        )
        .join('\n'),
      file,
    ),
  )
}

/** Taskfile.yml: commands, other tasks called, and dependencies. */
export function taskScripts(file: SourceFile): ProjectScript[] {
  return Object.entries(record(at(file.data, 'tasks'))).flatMap(([name, value]) => {
    const task = record(value)
    if (task['internal'] === true) return []
    const commands = typeof value === 'string' || Array.isArray(value) ? value : (task['cmds'] ?? task['cmd'])
    const needs = list(task['deps']).map(need => string(need) || string(at(need, 'task')))
    const lines = (typeof commands === 'string' ? [commands] : list(commands)).map(command =>
      typeof command === 'string'
        ? command
        : string(at(command, 'task'))
          ? `task ${string(at(command, 'task'))}`
          : string(at(command, 'cmd')),
    )
    const body = [...needs.filter(Boolean).map(need => `task ${need}`), ...lines].join('\n')
    const first = script('task', name, body, file)
    const names = strings(task['aliases']).map(alias => ({ ...first, name: alias }))
    return [first, ...names]
  })
}

const bodyOf = (value: unknown): string =>
  strings(value).join('\n') ||
  strings(at(value, 'cmd')).join(' ') ||
  string(at(value, 'shell')) ||
  strings(at(value, 'composite')).join('\n')

/** Items of a sequence are names of other tasks, unless they say that they are commands. */
function poeBody(value: unknown): string {
  const items = Array.isArray(value) ? value : at(value, 'sequence')
  if (!Array.isArray(items)) return string(at(value, 'ref')) === '' ? bodyOf(value) : `poe ${string(at(value, 'ref'))}`
  return items.map(item => (typeof item === 'string' ? `poe ${item}` : poeBody(item))).join('\n')
}

/** Python's task runners in pyproject.toml and hatch.toml. */
export function pythonTasks(file: SourceFile): ProjectScript[] {
  const tool = file.path.endsWith('hatch.toml') ? { hatch: file.data } : record(at(file.data, 'tool'))
  const hatch = Object.entries(record(at(tool, 'hatch', 'envs'))).flatMap(([env, value]) =>
    Object.entries(record(at(value, 'scripts'))).map(([name, body]) =>
      script('hatch', env === 'default' ? name : `${env}:${name}`, strings(body).join('\n'), file),
    ),
  )
  const pdm = Object.entries(record(at(tool, 'pdm', 'scripts'))).map(([name, value]) =>
    script('pdm', name, bodyOf(value), file),
  )
  const poe = Object.entries(record(at(tool, 'poe', 'tasks'))).map(([name, value]) =>
    script('poe', name, poeBody(value), file),
  )
  const legacyTox = string(at(tool, 'tox', 'legacy_tox_ini'))
  return [
    ...hatch,
    ...pdm.filter(({ name }) => !name.startsWith('_')),
    ...poe,
    ...toxTables(file),
    ...(legacyTox === '' ? [] : toxScripts({ ...file, text: legacyTox })),
  ]
}

export function miseTasks(file: SourceFile): ProjectScript[] {
  return Object.entries(record(at(file.data, 'tasks'))).map(([name, value]) => {
    const needs = strings(at(value, 'depends')).map(need => `mise run ${need}`)
    return script(
      'mise',
      name,
      [...needs, ...(typeof value === 'string' ? [value] : strings(at(value, 'run')))].join('\n'),
      file,
    )
  })
}

/** Scripts of melos, in its own file or in the pubspec of the workspace. */
export function melosScripts(file: SourceFile): ProjectScript[] {
  const root = file.path.endsWith('melos.yaml') ? file.data : at(file.data, 'melos')
  return Object.entries(record(at(root, 'scripts'))).map(([name, value]) => {
    const inner = at(value, 'exec')
    const body = typeof value === 'string' ? value : string(at(value, 'run')) || string(inner) || ''
    return script('melos', name, body, file)
  })
}

/** Makefile.toml of cargo-make: a command with its words, a script, or other tasks. */
export function cargoMakeTasks(file: SourceFile): ProjectScript[] {
  return Object.entries(record(at(file.data, 'tasks'))).map(([name, task]) => {
    const needs = [
      ...strings(at(task, 'dependencies')),
      ...strings(at(task, 'run_task')),
      ...strings(at(task, 'alias')),
    ]
    const line = [...strings(at(task, 'command')), ...strings(at(task, 'args'))].join(' ')
    return script(
      'cargo-make',
      name,
      [...needs.map(need => `cargo make ${need}`), line, ...strings(at(task, 'script'))].filter(Boolean).join('\n'),
      file,
    )
  })
}

export function cargoAliases(file: SourceFile): ProjectScript[] {
  return Object.entries(record(at(file.data, 'alias'))).map(([name, value]) =>
    script('cargo', name, `cargo ${strings(value).join(' ')}`, file),
  )
}

/** tox's own tables in TOML: commands are lists of words. */
export function toxTables(file: SourceFile): ProjectScript[] {
  const root = file.path.endsWith('tox.toml') ? file.data : at(file.data, 'tool', 'tox')
  const bodyOf = (table: unknown): string => {
    const body = list(at(table, 'commands'))
      .map(words =>
        list(words)
          .filter(word => typeof word === 'string')
          .join(' '),
      )
      .join('\n')
    return at(table, 'ignore_outcome') === true ? withoutOutcome(body) : body
  }
  const named = Object.entries(record(at(root, 'env'))).map(([name, table]) => script('tox', name, bodyOf(table), file))
  const base = bodyOf(at(root, 'env_run_base'))
  return base === '' ? named : [script('tox', 'default', base, file), ...named]
}

/** `docs-{update,clean}, lint` are three environments. */
const environmentsOf = (section: string): string[] =>
  [...new Set(section.split(/,(?![^{]*\})/).flatMap(expanded))].filter(name => name !== '').slice(0, MOST_ENVIRONMENTS)

const MOST_ENVIRONMENTS = 40

function expanded(name: string): string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(name) ?? []
  return choices === undefined
    ? [name.trim()]
    : choices.split(',').flatMap(choice => expanded(`${before}${choice.trim()}${after}`))
}

/** tox.ini: each environment's commands; the plain ones under `default`. */
export function toxScripts(file: SourceFile): ProjectScript[] {
  const scripts: ProjectScript[] = []
  const ignored = new Set<string>()
  let section = ''
  let reading = false
  for (const [index, row] of file.text.split('\n').entries()) {
    const header = /^\[(?:testenv(?::([^\]]+))?|[^\]]*)\]/.exec(row)
    if (header) {
      section = row.startsWith('[testenv') ? (header[1] ?? 'default') : ''
      reading = false
      continue
    }
    const assigned = /^([\w-]+)\s*=\s*(.*)$/.exec(row)
    if (assigned) reading = assigned[1] === 'commands'
    if (/^ignore_outcome\s*=\s*true\b/i.test(row)) for (const name of environmentsOf(section)) ignored.add(name)
    const text = assigned ? (assigned[2] ?? '') : row.trim()
    if (!reading || section === '' || text === '' || (!assigned && !/^\s/.test(row))) continue
    for (const name of environmentsOf(section)) {
      const known = scripts.find(one => one.name === name)
      const body = text
        .replace(/\{posargs:?([^}]*)\}/g, '$1')
        .replace(/\{envpython\}/g, 'python')
        .replace(/\{\[?[\w:\]]+\}/g, '')
        .replace(/^[\w.,!{}-]+:\s+(?=\S)/, '')
      if (known) scripts[scripts.indexOf(known)] = { ...known, body: `${known.body}\n${body}` }
      else scripts.push({ runner: 'tox', name, body, source: file.path, line: index + 1 })
    }
  }
  return scripts.map(one => (ignored.has(one.name) ? { ...one, body: withoutOutcome(one.body) } : one))
}

/** `ignore_outcome = true`: tox succeeds, whatever its commands say. */
const withoutOutcome = (body: string): string => body.replace(/(?<=\S)(?=\n|$)/g, ' || true')
