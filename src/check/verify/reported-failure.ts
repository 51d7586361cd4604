import { outcomesOf } from '../../criteria/clauses/outcomes.ts'
import { isTestTool, namedTools } from '../../tools/commands/tool-names.ts'
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
export async function reportedFailure(
  command: string,
  run: CommandRun,
  { cwd, mayFail }: Pick<VerifyContext, 'cwd' | 'mayFail'>,
): Promise<string | null> {
  const lines = await runLines(command, run.result.output, cwd)
  const failed = run.reading.tools.filter(tool => saysFailed(tool, lines) || saysErrors(tool, lines))
  const lasting = failed.filter(tool => !isRepeatedLater(tool, run.reading.tools))
  if (isRetried(command, run) && !failedAtLast(run.reading.tools, lines)) return null
  if (lasting.length === 0) return EXPECTS_FAILURE.test(lines.all) ? null : ownSummary(run)
  if (passedInTheEnd(lasting, run)) return null
  const ids = failuresOf({ tools: lasting }).map(({ id }) => id)
  if (ids.length > 0 && ids.every(mayFail)) return null
  return `The command exits 0, but its own report says otherwise: ${lasting.map(sayCounts).join(' · ')}. Remove what hides the exit code.`
}

/** The closing count of a test program of the project's own, which no reader knows: "Tests failed: 3", "3 tests failed". */
function ownSummary({ reading, result }: CommandRun): string | null {
  if (reading.tools.some(({ kind, tests }) => kind === 'tests' && tests !== null)) return null
  const last = [...plain(result.output).matchAll(OWN_COUNT)].at(-1)
  const count = Number(last?.[1] ?? last?.[2] ?? 0)
  return count === 0
    ? null
    : `The command exits 0, but it prints \`${last?.[0].trim()}\`. Remove what hides the failure.`
}

const OWN_COUNT = /^\W*tests? failed\s*[:=]\s*(\d+)\W*$|^\W*(\d+) tests? failed\W*$/gim

/**
 * The report of a runner counts where the lines that we can read run it, or visibly drop an exit code. Other programs print such reports
 * too: the log of an old run, a fixture, the runs of a mutation tester.
 */
function saysFailed({ kind, tool, tests, failures, complete }: ToolReading, lines: RunLines): boolean {
  if (kind !== 'tests' || (tests === null ? failures.length === 0 : tests.failed === 0)) return false
  if (mayReportFailure(tool, lines)) return false
  return namedTools(lines.all).includes(tool) || (complete && DROPS_EXIT_CODE.test(lines.all))
}

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
