import { type Command, forEachChild, type SyntaxNode } from 'unbash'
import { TEST_RUNNERS } from '../../../tools/commands/tool-names.ts'
import { invocationsOf, shellScript } from '../../../tools/shell/invocation.ts'
import { argumentsOf, readShell, simpleCommands } from '../../../tools/shell/shell-line.ts'

/** One program that a line starts: its name, its spelling, and its arguments. */
export interface Start {
  readonly program: string
  readonly written: string
  readonly args: readonly string[]
  /** Its output is used: it is in `$(…)`, or before a pipe. */
  readonly heard: boolean
  /** Its output is compared with data: `./tool in.txt | diff out.txt -`. Then it is no check, but what is checked. */
  readonly compared: boolean
}

/** Every program that a shell text starts, also through `npx`, `env`, `bash -c`, and similar wrappers; none when it is not shell. */
export function startsIn(text: string): readonly Start[] {
  const script = readShell(text)
  if (!script) return []
  const [heard, compared] = [new Set(heardIn(script)), new Set(comparedIn(script))]
  return simpleCommands(script).flatMap(command =>
    startsOf(command, { heard: heard.has(command), compared: compared.has(command) }),
  )
}

function comparedIn(node: SyntaxNode): readonly Command[] {
  const found: Command[] = []
  const last = node.type === 'Pipeline' ? node.commands.at(-1) : undefined
  if (node.type === 'Pipeline' && last?.type === 'Command' && comparesData(last))
    found.push(...node.commands.slice(0, -1).flatMap(simpleCommands))
  const compares = node.type === 'Command' && comparesData(node)
  forEachChild(node, child => {
    found.push(...(compares && child.type === 'Word' ? simpleCommands(child) : comparedIn(child)))
  })
  return found
}

/** Words that a check prints about itself, and that are no data. */
const VERDICT =
  /\b(?:pass(?:es|ed|ing)?|ok|success\w*|succeed\w*|done|fail\w*|errors?|green|all|tests?|valid|clean|true|yes|ready|complete\w*|works?|good|fine)\b|^\W*\d?\W*$/i

function comparesData(command: Command): boolean {
  const [program, args] = [nameOf(command.name?.value ?? ''), argumentsOf(command)]
  if (/^(?:diff|cmp|comm)$/.test(program)) return true
  const wanted = args.filter(arg => !/^-|^[=!<>]+$|^\]$/.test(arg) && !arg.includes('$('))
  const compares = /^[ef]?grep$/.test(program) || (/^(?:test|\[)$/.test(program) && args.some(arg => /^==?$/.test(arg)))
  return compares && wanted.length > 0 && !wanted.some(word => VERDICT.test(word))
}

function heardIn(node: SyntaxNode): readonly Command[] {
  const found: Command[] = []
  if (node.type === 'Pipeline') found.push(...node.commands.slice(0, -1).flatMap(simpleCommands))
  forEachChild(node, child => {
    found.push(...(child.type === 'Word' || child.type === 'Assignment' ? simpleCommands(child) : heardIn(child)))
  })
  return found
}

function startsOf(command: Command, use: Pick<Start, 'heard' | 'compared'>): readonly Start[] {
  const words = [command.name?.value ?? '', ...argumentsOf(command)]
  const [written = ''] = words
  const outer = { program: nameOf(written), written, args: words.slice(1), ...use }
  if (outer.program === '') return []
  const inner = words.flatMap((word, index) => shellScript(nameOf(word), words.slice(index + 1)) ?? [])
  // The wrapper is a program too: a fake `npx` or `bash` can run anything.
  if (inner[0] !== undefined) return [{ ...outer, args: [] }, ...startsIn(inner[0])]
  const found = invocationsOf(command).map(({ program, args }) => ({
    program,
    args,
    ...use,
    written: words.find(word => nameOf(word) === program) ?? program,
  }))
  return found.some(({ program }) => program === outer.program) ? found : [{ ...outer, args: [] }, ...found]
}

const nameOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1)

const CONFIG_OPTION =
  /^--?(?:c|p|f|r|u|config|configFile|config-file|conf|rcfile|rc|require|import|loader|experimental-loader|setup|setup-file|setupFiles|setupFilesAfterEnv|globalSetup|env-file|env-file-if-exists|project|tsconfig|makefile|file|justfile|taskfile|preload|reporter|test-reporter|settings|options|opts|configuration|bootstrap|rulesdir|resolver|init-script|I|s|confcutdir|ini|coverage-config|cov-config)$/

// Programs that read files without running them.
const LOOKING =
  /^(?:test|\[|\[\[|e?f?grep|rg|ls|cat|rm|cp|mv|find|tail|head|cut|sed|awk|sort|tar|mkdir|diff|cmp|wc|jq|curl|echo|printf|git|tee|stat|touch|ln)$/

/** Values of options that name a file to be loaded. */
export function loadedByOptions({ program, args }: Pick<Start, 'program' | 'args'>): readonly string[] {
  if (LOOKING.test(program)) return []
  return args.flatMap((arg, index) => {
    const [, option = '', glued] = /^(--?[\w-]+)(?:=(.+))?$/.exec(arg) ?? []
    if (!CONFIG_OPTION.test(option)) return []
    const value = glued ?? args[index + 1]
    return value === undefined || value.startsWith('-') ? [] : [value]
  })
}

const INTERPRETERS =
  /^(?:ba|z|da|k|fi)?sh$|^(?:node|nodejs|deno|bun|tsx|ts-node|ts-node-esm|esno|jiti|python[\d.]*|pypy3?|ruby|perl|php|lua|luajit|Rscript|julia|elixir|pwsh|source|\.|zx|babel-node|swc-node|tclsh|expect)$/

/** The file that an interpreter would run. A file that is only read, as by `bash -n`, is the work and not the check. */
export function scriptRun({ program, args }: Start): string | null {
  if (!INTERPRETERS.test(program)) return null
  if (args.some(arg => /^(?:-n|--check|-c|-e|-m|--eval|-p|--print|-wc|-l)$/.test(arg))) return null
  return args.find(arg => !arg.startsWith('-') && arg !== 'run' && arg !== 'test') ?? null
}

/** Programs that run tests, or run tests among other things. */
const runsTests = (program: string): boolean =>
  TEST_RUNNERS.has(program) ||
  /^(?:py\.test|nosetests|nose2|prove|tsd|bun|node|ruby|elixir|mix|rails|robot|testthat|hspec|wtr)$/.test(program)

/** Files that a test runner is given. */
export const testsNamed = ({ program, args }: Start): readonly string[] =>
  runsTests(program) && (!INTERPRETERS.test(program) || args.some(arg => /^(?:--test|test)$/.test(arg)))
    ? args.filter(arg => !arg.startsWith('-')).map(arg => arg.replace(/(?:::|:\d).*$/, ''))
    : []

const SCRIPT_CALLERS =
  /^(?:npm|pnpm|yarn|yarnpkg|bun|npm-run-all2?|run-s|run-p|turbo|nx|lerna|wireit|concurrently|rush|rushx|ultra|moon|wsrun|composer|node)$/

/** Names of manifest scripts that a program may run; possibly more than it runs, never fewer. */
export function scriptsAsked({ program, args }: Start): readonly string[] {
  if (!SCRIPT_CALLERS.test(program)) return []
  const named = args.filter(arg => !arg.startsWith('-')).flatMap(arg => [arg, ...arg.split(/[\s"']+/)])
  const given = args.flatMap(arg => /^--(?:run|target|targets|script)=(.+)$/.exec(arg)?.[1]?.split(',') ?? [])
  const short = program === 'npm' && named.some(name => name === 't' || name === 'tst') ? ['test'] : []
  return [...named, ...given, ...short].flatMap(name => [
    name,
    name.replace(/^npm:|^.*#/, ''),
    ...(name.includes('*') ? [] : [name.replace(/^[\w@/.-]+:/, '')]),
  ])
}

/** Whether one call may run the scripts of several packages. */
export const reachesWorkspaces = ({ program, args }: Start): boolean =>
  /^(?:turbo|nx|lerna|rush|moon|wsrun|ultra|wireit)$/.test(program) ||
  args.some(arg =>
    /^(?:-w|-ws|-r|--workspaces?(?:=.*)?|--filter(?:=.*)?|-F|--recursive|workspaces?|--prefix(?:=.*)?|-C|--cwd(?:=.*)?|--dir(?:=.*)?|foreach|-A|--all)$/.test(
      arg,
    ),
  )
