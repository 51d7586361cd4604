import { namedTools } from './named-tools.ts'
import type { ReportKind } from './reports/read-report.ts'

export interface SwitchRequest {
  readonly command: string
  /** Where reports may be written; outside the project. */
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface ReportSwitches {
  /** Variables to add to the environment; what was there before is kept in front. */
  readonly env: Readonly<Record<string, string>>
  /** What to read afterwards, if it is there and newer than the start of the run. `path` may be a glob below the project. */
  readonly reports: readonly { readonly tool: string; readonly kind: ReportKind; readonly path: string }[]
}

/**
 * Machine reports that can be had without touching the command. Most runners take a reporter *instead of* the visible one
 * (mocha, rspec, go, node:test); switching those on from outside would change what the user and our readers see, so only
 * those are here that write beside it. pytest adds one line that names the file; surefire and gradle write theirs anyway.
 */
export function reportSwitches({ command, directory, env }: SwitchRequest): ReportSwitches {
  const tools = new Set(namedTools(command))
  // Behind a script nobody can see which runner it is; a variable that only pytest reads does no harm.
  const pytest = `${directory}/pytest.xml`
  const quoted = /[\s'"\\]/.test(pytest) ? `'${pytest.replaceAll("'", `'"'"'`)}'` : pytest
  const before = env['PYTEST_ADDOPTS']?.trim()
  const reports: { tool: string; kind: ReportKind; path: string }[] = [{ tool: 'pytest', kind: 'junit', path: pytest }]
  if (tools.has('maven')) reports.push({ tool: 'maven', kind: 'junit', path: '**/target/surefire-reports/TEST-*.xml' })
  if (tools.has('gradle')) reports.push({ tool: 'gradle', kind: 'junit', path: '**/build/test-results/*/*.xml' })
  return { env: { PYTEST_ADDOPTS: [before, `--junitxml=${quoted}`].filter(Boolean).join(' ') }, reports }
}
