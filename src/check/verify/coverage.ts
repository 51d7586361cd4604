import type { LeafOf } from '../../criteria/criterion.ts'
import { findFiles } from '../../system/find-files.ts'
import { readFresh } from '../../system/read-fresh.ts'
import { type ReportKind, readReport } from '../../tools/reports/read-report.ts'
import { type CoverageOf, coverageOf, printedCoverage } from './measure.ts'
import type { CommandRun } from './run-command.ts'

// The default locations of reports, the most precise first.
const usualReports: readonly (readonly [glob: string, kind: ReportKind])[] = [
  ['coverage/coverage-summary.json', 'json'],
  ['{,*/,*/*/}coverage/coverage-summary.json', 'json'],
  ['coverage.json', 'json'],
  ['{,*/,*/*/}coverage/lcov.info', 'lcov'],
  ['{lcov,lcov/lcov,target/lcov,coverage/lcov}.info', 'lcov'],
  [
    '{coverage,cobertura,cobertura-coverage,coverage/cobertura-coverage,target/site/cobertura/coverage}.xml',
    'cobertura',
  ],
  ['{coverage,cover,c}.out', 'go-cover'],
]

/** The coverage that a run reached: from the report it names, from a report that it just wrote, or from what it printed. */
export async function coverageAfter(
  leaf: LeafOf<'output_threshold'>,
  cwd: string,
  run: CommandRun,
): Promise<number | null> {
  if (leaf.measure.kind !== 'coverage') return null
  const { of, report } = leaf.measure
  if (report !== null) return await fromReports(cwd, [[report, kindOf(report)]], of, run.startedAt)
  return (await fromReports(cwd, usualReports, of, run.startedAt)) ?? printedCoverage(run.reading, of)
}

type Reports = readonly (readonly [glob: string, kind: ReportKind])[]

// A report from before the run says nothing about this run.
async function fromReports(cwd: string, reports: Reports, of: CoverageOf, since: number): Promise<number | null> {
  for (const [glob, kind] of reports) {
    for (const file of await findFiles(cwd, glob)) {
      const text = await readFresh(`${cwd}/${file}`, since)
      const coverage = text === null ? null : (readReport(kind, text)?.coverage ?? null)
      const value = coverage && coverageOf(coverage, of)
      if (value !== null) return value
    }
  }
  return null
}

function kindOf(report: string): ReportKind {
  if (/\.xml$/.test(report)) return 'cobertura'
  if (/\.info$|lcov/.test(report)) return 'lcov'
  return /\.out$/.test(report) ? 'go-cover' : 'json'
}
