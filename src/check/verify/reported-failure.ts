import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { outcomesOf } from '../../criteria/clauses/outcomes.ts'
import { readRegular } from '../../system/read-regular.ts'
import { isTestTool, namedTools } from '../../tools/commands/tool-names.ts'
import { isCountLine } from '../../tools/reading/own-summary.ts'
import { plain } from '../../tools/reading/plain.ts'
import type { ToolReading } from '../../tools/reading/reading.ts'
import { sayCounts } from '../../tools/reading/totals.ts'
import { pieces } from '../../tools/shell/shell-text.ts'
import { failuresOf } from '../output/compare.ts'
import type { VerifyContext } from './context.ts'
import type { CommandRun } from './run-command.ts'
import { EXPECTS_FAILURE, mayReportFailure, type RunLines, runLines } from './run-lines.ts'

/**
 * Why a command that exits 0 has not passed: its own report says that something failed, and `|| true`, a script, or a wrapper hides
 * the exit code. Null when no report says so, or when a later run may have passed.
 */
export function reportedFailure(
  command: string,
  run: CommandRun,
  { cwd, mayFail }: Pick<VerifyContext, 'cwd' | 'mayFail'>,
): string | null {
  const lines = runLines(command, run.result.output, cwd)
  const failed = run.reading.tools.filter(tool => saysFailed(tool, lines) || saysErrors(tool, lines))
  const lasting = failed.filter(tool => !isRepeatedLater(tool, run.reading.tools))
  if (isRetried(command, run) && !failedAtLast(run.reading.tools, lines)) return null
  if (lasting.length === 0)
    return (
      makeRanNothing(run, lines) ??
      (EXPECTS_FAILURE.test(lines.all.replace(TESTS_VALUE, '')) ? null : (ignoredByMake(run, lines) ?? ownSummary(run)))
    )
  if (passedInTheEnd(lasting, run)) return null
  const ids = failuresOf({ tools: lasting }).map(({ id }) => id)
  if (ids.length > 0 && ids.every(mayFail)) return null
  return `The command exits 0, but its own report says otherwise: ${lasting.map(sayCounts).join(' · ')}. Fix what it reports. Exit code 0 alone does not count.`
}

/** `if [ "$a" = b ]` compares values and expects no program to fail. */
const TESTS_VALUE =
  /\b(?:if|elif|while|until)\s+(?:!\s*)?(?=\[|test\s|\(\(|command\s|type\s|which\s|grep\s|cmp\s|diff\s)/g

/** The closing count of a test program of the project's own, which no reader knows: "Tests failed: 3", "2 passed, 1 failed". */
function ownSummary({ reading, result }: CommandRun): string | null {
  if (reading.tools.some(({ kind, tests, complete }) => kind === 'tests' && tests !== null && complete)) return null
  const text = plain(result.output)
  const last = [...text.matchAll(OWN_COUNT)].filter(([line]) => isCountLine(line)).at(-1)
  const count = Number(last?.slice(1).find(digits => digits !== undefined) ?? 0)
  // What follows may say that this was expected.
  const after = text.slice((last?.index ?? 0) + (last?.[0].length ?? 0))
  return count === 0 || after.split('\n').some(line => SAYS_PASSED.test(line))
    ? null
    : `The command reports failures and still exits 0: \`${last?.[0].trim()}\`. All its tests must pass.`
}

const SAYS_PASSED = /^(?!.*(?:fail|error|not ok))\D*\b(?:ok|pass\w*|succe\w+|good|expected)\b\D*$/i

const OWN_COUNT = new RegExp(
  [
    String.raw`^\W*tests? failed\s*[:=]\s*(\d+)\W*$`,
    String.raw`^\W*(\d+) tests? failed\W*$`,
    String.raw`^.*\d+ (?:\w+ )?pass(?:ed|es|ing)?\b.*?\b(\d+) (?:\w+ )?fail(?:ed|s|ures?|ing)?\b.*$`,
    String.raw`^.*\b(\d+) (?:\w+ )?fail(?:ed|s|ures?|ing)?\b.*\d+ (?:\w+ )?pass(?:ed|es|ing)?\b.*$`,
    String.raw`^.*\bpass(?:ed)?\s*[:=]\s*\d+.*\bfail(?:ed|ures?)?\s*[:=]\s*(\d+).*$`,
    String.raw`^.*\bfail(?:ed|ures?)?\s*[:=]\s*(\d+).*\bpass(?:ed)?\s*[:=]\s*\d+.*$`,
  ].join('|'),
  'gim',
)

/** `make: 'test' is up to date.` beside a folder of that name: the recipe did not run. */
function makeRanNothing({ result, reading }: CommandRun, { folders }: RunLines): string | null {
  if (reading.tools.some(({ ran }) => ran)) return null
  const idle = [...plain(result.output).matchAll(UP_TO_DATE)].find(([, target = '']) =>
    folders.some(folder => statSync(resolve(folder, target), { throwIfNoEntry: false })?.isDirectory() === true),
  )
  return idle === undefined
    ? null
    : `The command exits 0, but \`make\` ran nothing: there is a folder \`${idle[1]}\`. Declare the target with \`.PHONY: ${idle[1]}\`.`
}

const UP_TO_DATE = /^g?make(?:\[\d+\])?: ['`]([^']+)' is up to date\.$/gm

/** `make: [Makefile:8: test] Error 1 (ignored)`: the line of the recipe says whether a test failed, or a cleanup. */
function ignoredByMake({ result }: CommandRun, { folders }: RunLines): string | null {
  const ignored = [...plain(result.output).matchAll(IGNORED)].find(([, file = '', line = '']) =>
    folders.some(folder =>
      runsTests(readRegular(resolve(folder, file))?.toString().split('\n')[Number(line) - 1] ?? ''),
    ),
  )
  return ignored === undefined
    ? null
    : `The command exits 0, but \`make\` ignored a failure: \`${ignored[0].trim()}\`. Remove the \`-\` in front of that line.`
}

const IGNORED = /^g?make(?:\[\d+\])?: \[([^\]:]+):(\d+): [^\]]+\] .*\(ignored\)$/gm

/** A program of the project that is called like a test, also where an interpreter runs it. */
const OWN_TESTS = /^(?:(?:node|deno|bun|python[\d.]*|ruby|perl|php|(?:ba|z)?sh)\s+(?:-\S+\s+)*)?\S*(?:test|spec|check)/i

function runsTests(recipe: string): boolean {
  const command = recipe.replace(/^[\s@+-]+/, '')
  return namedTools(command).some(isTestTool) || OWN_TESTS.test(command)
}

/**
 * The report of a runner counts where the lines that we can read run it, or visibly drop an exit code. Other programs print such reports
 * too: the log of an old run, a fixture, the runs of a mutation tester.
 */
function saysFailed({ kind, tool, tests, failures, complete }: ToolReading, lines: RunLines): boolean {
  if (kind !== 'tests' || (tests === null ? failures.length === 0 : tests.failed === 0)) return false
  if (mayReportFailure(tool, lines)) return false
  if (namedTools(lines.all).includes(tool) || (complete && dropsExitCode(lines))) return true
  return complete && lines.programs.some(text => isDrivenUnchecked(tool, text))
}

const dropsExitCode = ({ all }: RunLines): boolean =>
  DROPS_EXIT_CODE.test(all) ||
  all.split('\n').some(line => namedTools(line).some(isTestTool) && !outcomesOf(line).canFail)

/** A program that starts the runner, or is itself a test of it, and looks at no result: `unittest.main(exit=False)`. */
function isDrivenUnchecked(tool: string, text: string): boolean {
  if (LOOKS_AT_RESULT.test(text)) return false
  const name = tool.replace(/\W/g, '.')
  if (new RegExp(`\\b(?:import|from|require)\\b.*\\b${name}\\b|\\b${name}\\.main\\b`).test(text)) return true
  return STARTS_PROGRAMS.test(text) && text.split('\n').some(line => namedTools(asWords(line)).includes(tool))
}

const asWords = (line: string): string => line.replace(/["'`,[\]()]+/g, ' ').replace(/\s+/g, ' ')

const STARTS_PROGRAMS = /\b(?:subprocess|spawn(?:Sync)?|exec(?:File)?(?:Sync)?|system|popen|Open3|execa)\b/i
const LOOKS_AT_RESULT =
  /returncode|exit_?code|exit_?status|\b(?:status|code|signal|check_call|check_output|raise|throw|wasSuccessful)\b|check\s*=\s*True|exit\(|\b(?:execSync|execFileSync|execa)\b/i

const DROPS_EXIT_CODE = /\|\|\s*(?:true|:|exit 0)(?:\s|$)|;\s*(?:true|exit 0)\s*$/m

/**
 * Errors of a compiler or linter count only where the command itself runs it: a test may print the errors of its fixtures. Flags that
 * allow some findings make exit code 0 right.
 */
function saysErrors({ kind, tool, problems, failures }: ToolReading, lines: RunLines): boolean {
  if (kind !== 'diagnostics' || failures.length === 0 || (problems?.errors ?? 0) === 0) return false
  return namedTools(lines.asked).includes(tool) && !ALLOWS_FINDINGS.test(lines.asked) && !mayReportFailure(tool, lines)
}

const ALLOWS_FINDINGS =
  /--(?:exit-zero|fail-(?:under|level|on)|failure-level|issues-exit-code|min-severity|severity|max-\w+)\b/

/** The same tool ran as many tests again, and none failed: a retry, or an old report that was printed before the run. */
function isRepeatedLater(tool: ToolReading, tools: readonly ToolReading[]): boolean {
  const later = tools.slice(tools.indexOf(tool) + 1)
  return later.some(
    other =>
      other.tool === tool.tool &&
      other.package === tool.package &&
      other.complete &&
      other.tests?.failed === 0 &&
      other.tests.total >= (tool.tests?.total ?? 1),
  )
}

/** Reports that name every test show each test's last result. They also leave out what a test only prints. */
function passedInTheEnd(failed: readonly ToolReading[], { executed }: CommandRun): boolean {
  if (executed === null || executed.unknown.length > 0 || !executed.runners.every(({ closed }) => closed)) return false
  const reports = executed.runners.filter(({ source }) => source === 'report')
  if (!failed.every(({ tool }) => reports.some(report => report.tool === tool && report.tests.length > 0))) return false
  const last = new Map(reports.flatMap(({ tests }) => tests.map(({ id, state }) => [id, state] as const)))
  return ![...last.values()].includes('failed')
}

/** The last report of a tool that reported more than once says "failed" too: the retry did not help. */
const failedAtLast = (tools: readonly ToolReading[], lines: RunLines): boolean =>
  tools.some(tool => {
    const runs = tools.filter(other => other.tool === tool.tool && other.package === tool.package)
    return runs.length > 1 && runs.at(-1) === tool && saysFailed(tool, lines)
  })

/** Where failed tests were visibly run again, one report does not tell whether they passed then; the exit code does. */
function isRetried(command: string, { result }: CommandRun): boolean {
  // In front of `|| true`, the exit code tells nothing.
  if (!outcomesOf(command).canFail) return false
  if (/\b(?:for|while|until)\b.*\bdo\b|\bretry\b/.test(command)) return true
  const again = pieces(command).some(({ text, before }) => before === '||' && isTestRun(text))
  return again || /^\W*(?:retry(?:ing)?|re-?running|attempt \d+|try \d+)\b/im.test(plain(result.output))
}

const isTestRun = (text: string): boolean =>
  namedTools(text).some(isTestTool) || /^(?:npm|pnpm|yarn|bun|make|\.\/)\S* *(?:run )?\S*(?:test|check)/.test(text)
