import { hazardOf } from '../../tools/commands/hazards.ts'
import { judge } from '../../tools/commands/judge.ts'
import { purposesOfTool } from '../../tools/commands/purposes.ts'
import { type ProjectScript, referenceIn } from '../../tools/commands/script-book.ts'
import { neverGate } from '../../tools/commands/script-names.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { scriptsOf } from '../../tools/manifests/folder-scripts.ts'
import { invocation, packageManager } from '../../tools/manifests/package-manager.ts'
import { at, fileAt, list, type Project, string } from '../../tools/manifests/project.ts'
import { pieces, unquoted, words } from '../../tools/shell/shell-text.ts'
import { inItsFolder } from '../candidates.ts'
import { ciSteps, wholeOrParts } from '../ci/layer.ts'
import type { EvidencePlace } from '../evidence.ts'
import { projectNames } from '../task/project-names.ts'
import { resolves } from './resolve.ts'

/** A check that a task could call by a name. */
export interface Nameable extends EvidencePlace {
  readonly command: string
  readonly names: readonly string[]
  /** Its own name, or what CI calls it, as written. */
  readonly title: string
  /** The one thing that a line of CI asks of its build tool, as written; empty for all others. */
  readonly goal: string
  /** Those of the names that are programs. */
  readonly programs: readonly string[]
  /** A file that can be run: its name alone may mean that it must be changed. */
  readonly isFile: boolean
  /** What CI calls it. Such a name may be a mere kind: "unit tests". */
  readonly labels: readonly string[]
  /** Programs that this script alone calls. */
  readonly calls: readonly string[]
  readonly weight: number
}

/** How names are compared: without endings, case, and punctuation. */
export const keyOfName = (name: string): string =>
  name
    .replace(/\.(sh|bash|py|[cm]?[jt]s|rb|pl|php)$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export function nameables(project: Project): Nameable[] {
  const book = scriptsOf(project, '')
  const manager = packageManager(project)
  const only = calledOnce(book.all(), project)
  const scripts = book.all().flatMap((script): Nameable[] => {
    const command = invocation(script, manager, project)
    const { problem } = judge(command, book)
    const sighting = { command, folder: '', layer: 3, fact: { code: 'script', script, command } } as const
    if (
      (problem !== null && problem !== 'unknown') ||
      FORWARDS.test(script.body) ||
      /[%$]/.test(script.name) ||
      !resolves(sighting, project)
    )
      return []
    return [
      {
        command,
        names: [keyOfName(script.name), keyOfName(script.name.split('/').at(-1) ?? '')],
        goal: '',
        title: (script.name.split('/').at(-1) ?? '').replace(/\.\w+$/, ''),
        programs: [],
        calls: neverGate(script.name) || script.name === 'default' ? [] : only(programsOf(script)),
        isFile: script.runner === 'file',
        labels: [],
        layer: 3,
        source: script.source,
        line: script.line,
        weight: script.runner === 'file' ? 40 : 100,
      },
    ]
  })
  const steps = ciSteps(project).flatMap(step =>
    wholeOrParts(step.command).flatMap(({ command: line, folder }) =>
      goalsOf(line).flatMap((command): (Nameable & { job: readonly string[] })[] => {
        const place = [step.folder, folder].filter(Boolean).join('/')
        const sighting = { command, folder: place, layer: 4, fact: { code: 'ci-step', command } } as const
        if (
          hazardOf(command) !== null ||
          REWRITES.test(command) ||
          !resolves(sighting, project) ||
          !isCheck(command, step.label ?? '') ||
          /[$`]/.test(place + command)
        )
          return []
        const weight = step.weight - (place === '' ? 0 : 10)
        const labels = step.label === undefined ? [] : [keyOfName(step.label.replace(RUN, ''))]
        const line = inItsFolder(command, place)
        return [
          {
            ...step,
            command: line,
            names: namesIn(command, project),
            title: step.label ?? '',
            goal: goalIn(command),
            isFile: false,
            programs: programsIn(command),
            calls: [],
            labels,
            layer: 4,
            weight,
            job: step.job ?? [],
          },
        ]
      }),
    ),
  )
  return [
    ...scripts,
    ...withoutAmbiguous(steps, project),
    ...jobsOf(steps),
    ...hooksOf(project),
    ...innerTargets(project),
  ]
}

/** A program that we know, a script, or a line that says of itself, or of which CI says, that it checks something. Others may install or start something. */
const isCheck = (command: string, label: string): boolean =>
  purposesOfTool(unwrap(command)) !== undefined ||
  referenceIn(command) !== null ||
  [command, label].some(text => CHECKS.test(text))
const CHECKS =
  /(?:^|[^a-z])(?:tests?|specs?|lint\w*|checks?|checker|verif\w*|validat\w*|build|compil\w*|analy\w*|audit|format\w*|fmt|types?|typos|spell\w*|coverage|style|conform\w*|integration|e2e)(?![a-z])/i

const TARGET_FILE = /^(?:([\w.-]+(?:\/[\w.-]+)?)\/)(?:GNUmakefile|[Mm]akefile|\.?[Jj]ustfile)$/

/** Targets of a folder of its own. Only names that are no ordinary words, and that the root does not have. */
function innerTargets(project: Project): Nameable[] {
  const atRoot = new Set(
    scriptsOf(project, '')
      .all()
      .map(({ name }) => name),
  )
  return [...project.files.keys()].flatMap(path => {
    const folder = TARGET_FILE.exec(path)?.[1]
    if (folder === undefined || ASIDE.test(folder)) return []
    const book = scriptsOf(project, folder)
    return book.all().flatMap((script): Nameable[] => {
      const command = `${script.runner} ${script.name}`
      const isOrdinary = !/^(?=.*\w[:_-]\w)\w+(?:[:-]\w+)*$/.test(script.name) || atRoot.has(script.name)
      const { problem } = judge(command, book)
      if (script.source !== path || isOrdinary || (problem !== null && problem !== 'unknown')) return []
      return [
        {
          command: inItsFolder(command, folder),
          names: [keyOfName(script.name)],
          title: '',
          goal: '',
          programs: [],
          calls: [],
          isFile: false,
          labels: [],
          layer: 3,
          source: path,
          line: script.line,
          weight: INNER_WEIGHT,
        },
      ]
    })
  })
}

const ASIDE = /(?:^|\/)(?:examples?|fixtures?|testdata|vendor|third_party|node_modules|docs?|templates?)(?:\/|$)/
const INNER_WEIGHT = 30

const HOOKS = '.pre-commit-config.yaml'

/** Hooks of pre-commit by their ids. Those of another stage run by hand only. */
function hooksOf(project: Project): Nameable[] {
  const file = fileAt(project, HOOKS)
  const hooks = list(at(file?.data, 'repos')).flatMap(repo => list(at(repo, 'hooks')))
  return hooks.flatMap((hook): Nameable[] => {
    const id = string(at(hook, 'id'))
    const isByHand = list(at(hook, 'stages')).every(stage => !/commit/.test(string(stage)))
    if (!/^[\w.-]+$/.test(id) || (at(hook, 'stages') !== undefined && isByHand)) return []
    const line = (file?.text.slice(0, file.text.indexOf(`id: ${id}`)).split('\n').length ?? 1) || 1
    const names = [id, string(at(hook, 'name'))].map(keyOfName).filter(name => name.length > 2)
    const command = `pre-commit run ${id} --all-files`
    return [
      {
        command,
        names: [],
        title: '',
        goal: '',
        programs: [],
        calls: [],
        isFile: false,
        labels: names,
        layer: 3,
        source: HOOKS,
        line,
        weight: HOOK_WEIGHT,
      },
    ]
  })
}

/** Below every script and step: one that CI runs says how. */
const HOOK_WEIGHT = 10

/** One hook of those that a command runs: `pre-commit run mypy --all-files` for `pre-commit run --all-files`. */
export const isHookOf = (hook: string, commands: readonly string[]): boolean =>
  /^pre-commit run [\w.-]+ --all-files$/.test(hook) &&
  commands.length === 1 &&
  commands.every(command =>
    /\b(?:pre-commit|prek) run(?: (?:--all-files|-a|--show-diff-on-failure|--color\S*|--verbose))*$/.test(command),
  )

/** "Run svelte-check" is the step svelte-check. */
const RUN = /^(?:run|running|execute)\s+(?:the\s+)?(?=\S)/i

/** `"web": "npm -w web run"`: a short form that needs another word. */
const FORWARDS =
  /^(npm|yarn|pnpm|bun)(\s+(run|-w|--workspace|workspace|--filter|-F|-C|--prefix|--cwd)([= ](?!(?:run|-w|--workspace|workspace|--filter|-F|-C|--prefix|--cwd)[\s=])\S+)?)+\s*$/

const programsOf = ({ body, runner }: ProjectScript): string[] =>
  runner === 'file'
    ? []
    : [...new Set(body.split('\n').flatMap(line => pieces(line).flatMap(({ text }) => programsIn(text))))]

/** Of the programs that a script calls, those that no other script calls, and that are not the product itself. */
function calledOnce(
  scripts: readonly ProjectScript[],
  project: Project,
): (programs: readonly string[]) => readonly string[] {
  const own = projectNames(project).map(keyOfName)
  const count = new Map<string, number>()
  for (const script of scripts.filter(({ name }) => !neverGate(name)))
    for (const program of programsOf(script)) count.set(program, (count.get(program) ?? 0) + 1)
  return programs =>
    programs.filter(one => count.get(one) === 1 && one.length > 3 && !own.includes(one) && !WRAPPER.test(one))
}

/** They run something else, or work around the check. */
const WRAPPER =
  /^(npmrunall2?|runs|runp|concurrently|tsnode|tsx|crossenv|rimraf|shx|mkdirp|cpx|echo|printf|find|xargs|grep|sleep|test|touch|mkdir|exit|true|false|curl|wget|docker|dockercompose|git|chmod|export|source|copyfiles|wireit|turbo|lerna|huskyinstall|husky|python|install|uvx|pipx|babelnode)$/

/** A program alone names a check only where CI calls it in one way, and where it is not the product itself. */
function withoutAmbiguous<T extends Nameable>(steps: readonly T[], project: Project): T[] {
  const own = projectNames(project).map(keyOfName)
  const uses = new Map<string, Set<string>>()
  for (const { programs, command } of steps)
    for (const program of programs) uses.set(program, (uses.get(program) ?? new Set()).add(command))
  return steps.map(step => ({
    ...step,
    programs: step.programs.filter(program => uses.get(program)?.size === 1 && !own.includes(program)),
  }))
}

/** A formatter that we do not know, and that is not told to look only. */
const REWRITES = /\s(format|fmt|fix)\b(?!.*\s(--?check|--diff|--dry-run|--verify|-c|-d)\b)/

const MOST_STEPS = 3

/** A job of a few steps, by its id and its name. */
function jobsOf(steps: readonly (Nameable & { readonly job: readonly string[] })[]): Nameable[] {
  const groups = new Map<string, Nameable[]>()
  for (const step of steps) {
    const key = `${step.source} ${step.job.join(' ')}`
    if (step.job.length > 0) groups.set(key, [...(groups.get(key) ?? []), step])
  }
  return [...groups].flatMap(([key, group]): Nameable[] => {
    const [first] = group
    const commands = [...new Set(group.map(({ command }) => command))]
    if (first === undefined || commands.length > MOST_STEPS) return []
    const names = steps.find(step => `${step.source} ${step.job.join(' ')}` === key)?.job ?? []
    const command = commands.map(line => (/^cd /.test(line) && commands.length > 1 ? `(${line})` : line)).join(' && ')
    return [
      {
        ...first,
        command,
        names: [],
        title: '',
        goal: '',
        labels: names.map(keyOfName).filter(name => name.length > 2),
        weight: first.weight - 5,
      },
    ]
  })
}

/** Programs that do what their next words say; alone they name no check. */
const MULTIPLEXER =
  /^(cargo|mix|go|dotnet|gradle|gradlew|mvn|mvnw|rake|sbt|lein|bundle|deno|flutter|dart|swift|nix|npm|pnpm|yarn|bun|make|just|task|tox|nox|hatch|pdm|poe|inv|invoke|doit|ant|stack|cabal|dune|zig|meson|composer|php|python3?|node|bash|sh|ruby|perl)$/
/** Shells, interpreters, and compilers: a task that names one means the language or the platform. */
const OF_LANGUAGE =
  /^(dash|zsh|ksh|fish|java|javac|kotlinc?|scala|crystal|clojure|clj|lua|luajit|julia|elixir|erl|ocaml|ghc|gcc|g\+\+|clang|rustc|swiftc|tclsh|rscript|r)$/i

/** `gradlew apiCheck check` runs two goals, each of which has its own name. */
function goalsOf(command: string): string[] {
  const [, head = '', goals = ''] =
    /^((?:\.\/)?(?:gradlew?|g?make|rake|just|task))((?: (?!-)[\w:.-]+){2,})(?: --(?:info|stacktrace|scan|continue|no-daemon|quiet|parallel|trace))*$/.exec(
      command,
    ) ?? []
  const names = goals.trim().split(' ')
  return head === '' || names.some(name => name.startsWith('-')) ? [command] : names.map(name => `${head} ${name}`)
}

/** `sbt +coreNative/test` is the test of the native part, whatever CI calls the step. */
const goalIn = (command: string): string =>
  /^(?:\.\/)?(?:gradlew?|sbt|rake|mill|nx)(?: -\S+)* \+?([\w:./-]*[a-z][\w:./-]*)(?: -\S+)*$/.exec(
    unwrap(command),
  )?.[1] ?? ''

/** Names that are words of their own. */
const ORDINARY =
  /^(black|standard|find|sort|set|date|cat|head|tail|diff|which|env|time|read|source|export|kill|split|join|cut|paste|tar|zip|open|make|check|test|build|lint|format|docs|run|watch|time|test-?runner|node|true|prove|cover|script|bundle)$/

function programsIn(command: string): string[] {
  const [program = ''] = words(unwrap(command)).map(unquoted)
  const base = ofPackage(program) ?? program.split('/').at(-1) ?? ''
  return MULTIPLEXER.test(base) ||
    OF_LANGUAGE.test(base) ||
    ORDINARY.test(base) ||
    (program.includes('/') && ofPackage(program) === null)
    ? []
    : [keyOfName(base)]
}

/** `@taplo/cli` is called taplo, `@scope/tool` is called tool. */
function ofPackage(program: string): string | null {
  const [, owner = '', name = ''] = /^@([\w-]+)\/([\w-]+)(?:@\S+)?$/.exec(program) ?? []
  return owner === '' ? null : /^(cli|core|bin)$/.test(name) ? owner : name
}

/** They take several goals at once. */
const SEVERAL = /^(gradle|gradlew|mvn|mvnw|make|rake|just|task|tox|nox)$/

function namesIn(command: string, { tree }: Project): string[] {
  const [program = '', ...rest] = words(unwrap(command)).map(unquoted)
  const base = ofPackage(program) ?? program.split('/').at(-1) ?? ''
  const own = rest
    .filter(word => !word.startsWith('-') && !word.includes('=') && !tree.has(word))
    .slice(0, SEVERAL.test(base) ? 3 : base === 'go' ? 2 : 1)
  const reference = referenceIn(command)
  const inner = own.flatMap(word => [word, word.split('/').at(-1) ?? '', `${base} ${word}`])
  return [
    ...(MULTIPLEXER.test(base) ? inner : OF_LANGUAGE.test(base) ? [] : [base]),
    ...(reference === null ? [] : [reference.name, reference.name.split('/').at(-1) ?? '']),
  ]
    .map(keyOfName)
    .filter(name => name.length > 2)
}
