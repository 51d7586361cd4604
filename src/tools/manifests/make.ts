import type { ProjectScript } from '../commands/script-book.ts'
import type { SourceFile } from './project.ts'

/** Targets of a Makefile with their recipes; prerequisites count as part of the recipe. */
export function makeScripts(file: SourceFile): ProjectScript[] {
  // Recipes are expanded when they run, so a variable may be set below them.
  const rows = [...joined(file.text)]
  const variables = new Map(
    rows.flatMap(([, raw]) => {
      const [, name = '', value = ''] = ASSIGNED.exec(raw) ?? []
      return name === '' ? [] : [[name, value] as const]
    }),
  )
  // What the variable lists are tasks only if they are phony; else they are files.
  const phony = new Map(
    [...variables].filter(([name]) => new RegExp(`^\\.PHONY\\s*:.*\\$[({]${name}[)}]`, 'm').test(file.text)),
  )
  const scripts: { name: string; body: string[]; line: number }[] = []
  let open: { name: string; body: string[]; line: number }[] = []
  for (const [index, raw] of rows) {
    const recipe = /^\t(.*)$/.exec(raw)?.[1] ?? (open.length > 0 ? /^ {2,}(\S.*)$/.exec(raw)?.[1] : undefined)
    if (recipe !== undefined) {
      for (const target of open) target.body.push(expand(unrolled(recipe.trim()), variables, target.name))
      continue
    }
    if (ASSIGNED.test(raw) || CALL.test(raw)) continue
    const rule = /^([^\s#:=][^:=#]*?)\s*::?(?!=)\s*([^=]*?)(?:##.*)?$/.exec(raw)
    if (rule === null) continue
    open = names(lists(rule[1] ?? '', phony)).map(name => ({
      name,
      body: prerequisites(rule[2] ?? ''),
      line: index + 1,
    }))
    scripts.push(...open)
  }
  return merged(scripts, file.path)
}

/** `$(error … http://…)`: a message, not a rule, whatever it contains. */
const CALL = /^\$[({](?:error|warning|info|eval|call|foreach|if|shell)\s/
const ASSIGNED = /^(?:export\s+)?([\w.-]+)\s*(?::|\?|\+|::)?=\s*(.*)$/

function merged(found: readonly { name: string; body: string[]; line: number }[], source: string): ProjectScript[] {
  const all = new Map<string, ProjectScript>()
  let first: ProjectScript | undefined
  for (const { name, body, line } of found) {
    if (name.startsWith('.') && !name.includes('/')) continue
    const before = all.get(name)?.body
    const script: ProjectScript = {
      runner: 'make',
      name,
      source,
      line: all.get(name)?.line ?? line,
      body: [before, ...body].filter(Boolean).join('\n'),
    }
    all.set(name, script)
    if (first === undefined && !name.includes('%') && !name.includes('$')) first = script
  }
  // Bare `make` builds the first target.
  if (first !== undefined && !all.has('default'))
    all.set('default', { ...first, name: 'default', body: all.get(first.name)?.body ?? '' })
  return [...all.values()]
}

/** `$(CHECKS):`, where the variable lists phony targets: each of them is one. */
const lists = (text: string, variables: ReadonlyMap<string, string>): string =>
  text.replace(/\$[({]([\w.-]+)[)}]/g, (whole, name: string) => {
    const value = variables.get(name)?.trim() ?? ''
    return /^[\w-]+(\s+[\w-]+)+$/.test(value) ? value : whole
  })

/** A target that is called by a variable is the same in both spellings: `$(LIB)` and `${LIB}`. */
const names = (text: string): string[] =>
  text
    .replace(/\$\((?=[\w.-]+\))/g, '${')
    .replace(/(?<=\$\{[\w.-]*)\)/g, '}')
    .split(/\s+/)

const prerequisites = (text: string): string[] =>
  names(text.replace(/[;|].*$/, ''))
    .filter(word => /^[\w-]+$|^\$\{[\w.-]+\}$/.test(word))
    .map(word => `make ${word}`)

function expand(recipe: string, variables: ReadonlyMap<string, string>, target: string): string {
  let text = recipe.replaceAll('$@', target)
  for (let depth = 0; depth < 3; depth++) {
    text = text.replace(/\$[({]([\w.-]+)[)}]/g, (whole, name: string) =>
      name === 'MAKE'
        ? 'make'
        : (variables.get(name) ??
          (name === 'GO' ? 'go' : name === 'PYTHON' ? 'python' : name === 'CARGO' ? 'cargo' : whole)),
    )
  }
  return text.replace(/\$\$/g, '$')
}

/** `$(foreach m,$(MODULES),(cd $(m) && go test ./...) &&) true` does to each module what stands inside. */
function unrolled(recipe: string): string {
  const inner = /^(@?)\$\(foreach\s+[^,]+,[^,]+,\s*(.*)\)\s*(?:true|:)?$/.exec(recipe)?.[2]
  return inner === undefined
    ? recipe
    : inner
        .replace(/[\s;&]+$/, '')
        .replace(/^\((.*)\)$/, '$1')
        .trim()
}

function* joined(text: string): Generator<[number, string]> {
  const rows = text.split('\n')
  for (let at = 0; at < rows.length; at++) {
    const first = at
    let row = rows[at] ?? ''
    while (row.endsWith('\\') && at + 1 < rows.length)
      row = `${row.slice(0, -1).trimEnd()} ${(rows[++at] ?? '').trim()}`
    yield [first, row]
  }
}
