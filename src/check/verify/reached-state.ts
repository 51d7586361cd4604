import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { outcomesOf } from '../../criteria/clauses/outcomes.ts'
import { type AskedState, stateAskedFor } from '../../criteria/task/asks-for-state.ts'
import { purposesOfCommand } from '../../criteria/task/command-purposes.ts'
import { isRunBy } from '../../tools/commands/run-by.ts'
import { isTestTool, namedTools } from '../../tools/commands/tool-names.ts'
import type { TestRecord } from '../../tools/ids/executed.ts'
import { pieces, unquoted, words } from '../../tools/shell/shell-text.ts'
import { NO_PROBLEMS, printsErrors, withoutScripts } from './errors-printed.ts'
import { closedIn, countsIn, runnersIn, runsIn } from './facts-in.ts'
import { type RunLines, runLines } from './run-lines.ts'
import type { Verification } from './verification.ts'

interface PassingStart {
  readonly task: string
  readonly cwd: string
  readonly verifications: readonly Verification[]
}

/**
 * Whether runs that passed before the first turn show the state that the task asks for: tests that are named ran, no error
 * is printed, and no warning is left where none should be. Without such evidence the loop takes a turn. A check of the caller's own has no runs; its answer counts.
 */
export function isStateReached({ task, cwd, verifications }: PassingStart): boolean {
  const runs = verifications.flatMap(runsIn)
  const asked = stateAskedFor(
    task,
    runs.map(({ command }) => command),
  )
  if (asked === null || runs.length === 0) return true
  const lines = runs.map(({ command, output }) => runLines(command, output, cwd))
  if (lines.some(cannotFail) || isOtherKind(task, lines)) return false
  const measuresTests = asked.purposes.includes('test') || (asked.everything && lines.some(runsTests))
  if (measuresTests && asked.percent === null && !haveTestsPassed(verifications)) return false
  if (measuresMore(asked) && runs.some(run => printsErrors(run, asked, cwd))) return false
  if (asked.purposes.includes('types') && !lines.some(checksTypes)) return false
  if (asked.noWarnings && !isWithoutWarnings(asked, runs, lines)) return false
  if (!asked.tools.every(tool => lines.some(({ all }) => isRunBy(all, tool)) || isReading(tool, runs))) return false
  return asked.names.every(name => covers(asSpelledIn(task, name), { asked, cwd, lines, verifications }))
}

/** More than the results of tests: what a linter, a compiler, or a script of the project prints. */
const measuresMore = ({ purposes }: AskedState): boolean =>
  purposes.length === 0 || purposes.some(one => one !== 'test')

/** A script of the project that only prints, or that drops every exit code. */
function cannotFail({ asked, all }: RunLines): boolean {
  const scripts = all
    .slice(asked.length)
    .split('\n')
    .filter(line => line !== '')
  return scripts.length > 0 && scripts.every(line => !outcomesOf(line).canFail)
}

/** "Unit tests" may be all tests of a project, but not those of a command for another kind. */
const isOtherKind = (task: string, lines: readonly RunLines[]): boolean =>
  /\bunit\b/i.test(task) &&
  lines.every(({ asked }) => /\b(?:e2e|integration|acceptance|functional|smoke|browser|system)\b/i.test(asked))

const runsTests = ({ all }: RunLines): boolean => namedTools(all).some(isTestTool)

/** A script with the name "build" may only copy files. */
const checksTypes = ({ all }: RunLines): boolean =>
  all.split('\n').some(line => pieces(line).some(({ text }) => purposesOfCommand(text).includes('types')))

/** At least one run has a complete report with passed tests, and none reports a failed one. */
function haveTestsPassed(verifications: readonly Verification[]): boolean {
  const failed = verifications.flatMap(runnersIn).some(({ tests }) => tests.some(({ state }) => state === 'failed'))
  const counts = verifications.map(countsIn)
  if (failed || counts.some(count => (count?.failed ?? 0) > 0)) return false
  return verifications.some((verification, at) => {
    const count = counts[at] ?? null
    return closedIn(verification) === true && (count === null || count.passed > 0)
  })
}

/**
 * The command turns warnings into errors, or a linter or type checker reports that there are none. Compilers do not compile again what
 * is up to date, and test runners count warnings apart.
 */
function isWithoutWarnings(
  { purposes }: AskedState,
  runs: readonly Verification[],
  lines: readonly RunLines[],
): boolean {
  if (lines.some(({ all }) => FAILS_ON_WARNINGS.test(all))) return true
  if (purposes.includes('test') || purposes.includes('build')) return false
  const tools = runs.flatMap(({ reading }) => reading?.tools.filter(({ kind }) => kind === 'diagnostics') ?? [])
  const isClean = tools.every(({ problems }) => problems?.errors === 0 && problems.warnings === 0)
  const isSilent = runs.every(({ output }) => !PRINTS_WARNINGS.test(withoutScripts(output).replace(NO_PROBLEMS, '')))
  return tools.length > 0 && isClean && isSilent && lines.every(({ all }) => !all.split('\n').some(mayHideWarnings))
}

const FAILS_ON_WARNINGS =
  /(?:^|\s)(?:-D ?warnings|-Werror(?![=\w])|--max-warnings[= ]0|-W ?error(?![\w:=-])|-{1,2}warnaserror|--(?:error|fail|deny)[- ](?:on[- ])?warnings?|--warnings-as-errors|--fatal-warnings|--error-on-warnings)(?=\s|$|["'])/im
const PRINTS_WARNINGS = /\bwarn|[1-9]\d* (?:\w+ )?(?:problems?|issues?|violations?|findings?|offen[sc]es?|errors?)\b/i

/** A line of a tool with a flag that is not known to keep every finding, or with output that goes elsewhere. */
function mayHideWarnings(line: string): boolean {
  if (namedTools(line).length === 0) return false
  return /[|>]/.test(line) || words(line).some(word => word.startsWith('-') && !KEEPS_WARNINGS.test(unquoted(word)))
}

const KEEPS_WARNINGS =
  /^-{1,2}(?:|m|p|b|build|project|no-?emit|strict|pretty|cache|ext|color|no-color|check|config|c|all|all-targets|all-features|workspace|offline|locked|frozen|no-install|yes|y|report-unused-disable-directives|max-warnings)(?:=\S*)?$/i

const isReading = (tool: string, runs: readonly Verification[]): boolean =>
  runs.some(({ reading }) => reading?.tools.some(read => read.tool === tool.toLowerCase()) === true)

/** The grammar reads tasks in lower case. */
function asSpelledIn(task: string, name: string): string {
  const at = task.toLowerCase().indexOf(name.toLowerCase())
  return at < 0 ? name : task.slice(at, at + name.length)
}

interface Coverage {
  readonly asked: AskedState
  readonly cwd: string
  readonly lines: readonly RunLines[]
  readonly verifications: readonly Verification[]
}

/** Whether the check covers what the task names: tests of that name passed, or the command looks at that place. */
function covers(name: string, { asked, cwd, lines, verifications }: Coverage): boolean {
  const path = name.replace(/^\.\//, '').replace(/\*.*$/, '').replace(/\/+$/, '')
  const isPath = /[/.]/.test(name) || ['src', 'lib', 'test', 'tests', 'packages'].includes(name)
  if (isPath && !existsSync(resolve(cwd, path))) return false
  if (!asked.purposes.includes('test') && !asked.everything)
    return isPath && lines.every(line => looksAt(path, line, cwd))
  const passed = verifications
    .flatMap(runnersIn)
    .flatMap(({ tests }) => tests)
    .filter(({ state }) => state === 'passed')
  if (isPath && passed.some(({ file }) => file === path || file?.startsWith(`${path}/`) === true)) return true
  if (isPath && /test|spec/i.test(basename(path))) return false
  return passed.some(test => mentions(test, isPath ? basename(path).replace(/\.\w+$/, '') : name))
}

const mentions = ({ id, file }: TestRecord, name: string): boolean =>
  ` ${nameWords(id)} ${nameWords(file ?? '')} `.includes(` ${nameWords(name)} `)

/** `UserServiceTest` and `user_service.test` as words, without plurals. */
const nameWords = (name: string): string =>
  (name.replace(/([a-z\d])([A-Z])/g, '$1 $2').match(/[A-Za-z\d]+/g) ?? [])
    .map(word => word.toLowerCase().replace(/(?<=\w{3})s$/, ''))
    .join(' ')

/** A command that names files or folders looks at nothing else. */
function looksAt(path: string, { all }: RunLines, cwd: string): boolean {
  const scopes = words(all)
    .map(word =>
      unquoted(word)
        .replace(/(?:\*|\.\.\.).*$/, '')
        .replace(/^\.\//, '')
        .replace(/\/+$/, ''),
    )
    .filter(scope => scope !== '' && scope !== '.' && /^[\w@./-]+$/.test(scope) && existsSync(resolve(cwd, scope)))
  return scopes.length === 0 || scopes.some(scope => path === scope || path.startsWith(`${scope}/`))
}
