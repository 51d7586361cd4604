import type { OutputReading } from '../reading/reading.ts'
import { agreement } from './agreement.ts'
import type { Executed, RunnerEvidence } from './executed.ts'
import type { ReportedRun } from './records.ts'
import { fromRoot, type Roots, withIds } from './test-ids.ts'

interface Sources {
  readonly reported: readonly ReportedRun[]
  readonly listed: readonly ReportedRun[]
  readonly reading: OutputReading
  readonly roots: Roots
}

/** What is known of a run's tests: from reports, and of tools without one from what they printed. */
export function gather({ reported, listed, reading, roots }: Sources): Executed | null {
  const told = new Set(reported.map(({ tool }) => tool))
  const runners = [
    ...[...told].map(tool => evidenceOf(allOf(tool, reported), 'report', reading, roots)),
    ...listed.filter(({ tool }) => !told.has(tool)).flatMap(one => evidenceFromText(one, reading, roots)),
  ]
  if (runners.length === 0) return null
  const known = new Set(runners.map(({ tool }) => tool))
  const silent = reading.tools.filter(({ kind, tool, ran }) => kind === 'tests' && ran && !known.has(tool))
  return { runners, unknown: [...new Set(silent.map(({ tool }) => tool))] }
}

/** A command may run a tool once for every package; together they are what it executed. */
function allOf(tool: string, reported: readonly ReportedRun[]): ReportedRun {
  // In an order that does not depend on which of them ended first.
  const own = reported
    .filter(one => one.tool === tool)
    .sort((one, other) => ((one.files[0] ?? '') < (other.files[0] ?? '') ? -1 : 1))
  const sum = (key: keyof ReportedRun['extra']): number => own.reduce((total, { extra }) => total + extra[key], 0)
  const only = own.map(one => one.only)
  return {
    tool,
    tests: own.flatMap(({ tests }) => tests),
    files: own.flatMap(({ files }) => files),
    closed: own.every(({ closed }) => closed),
    extra: { passed: sum('passed'), failed: sum('failed') },
    retries: Math.max(...own.map(({ retries }) => retries)),
    only: only.includes(true) ? true : only.includes(null) ? null : false,
    notes: own.flatMap(({ notes }) => notes),
  }
}

/** A list that does not add up leaves tests out, as quiet and interleaved outputs do: then it says which tests ran of none. */
function evidenceFromText(told: ReportedRun, reading: OutputReading, roots: Roots): RunnerEvidence[] {
  const evidence = evidenceOf(told, 'text', reading, roots)
  return evidence.agrees === false && evidence.closed ? [] : [evidence]
}

function evidenceOf(
  told: ReportedRun,
  source: RunnerEvidence['source'],
  reading: OutputReading,
  roots: Roots,
): RunnerEvidence {
  return {
    tool: told.tool,
    source,
    tests: withIds(told.tests, roots),
    closed: told.closed,
    ...(told.endless ? { endless: true as const } : {}),
    agrees: agreement(told, source, reading),
    files: [...new Set(told.files.map(file => fromRoot(file, roots)))].sort(),
    retries: told.retries,
    only: told.only,
    notes: told.notes,
  }
}
