import { goJson } from '../go/read-json.ts'
import { blank } from '../reading/gather.ts'
import type { ReadContext } from '../reading/reader.ts'
import type { Coverage, ToolReading } from '../reading/reading.ts'
import { tap } from '../tap/read.ts'
import { cobertura, coveragePy, goProfile, istanbulSummary, lcov, llvmCov } from './coverage-reports.ts'
import { parseJson, type ReportJson } from './json.ts'
import { readJestJson, readMochaJson, readPlaywrightJson, readRspecJson } from './json-reports.ts'
import { readJunit } from './junit.ts'
import { readBiomeJson, readEslintJson, readPyrightJson, readRuffJson } from './lint-json.ts'

export type ReportKind = 'junit' | 'json' | 'go-json' | 'tap' | 'lcov' | 'cobertura' | 'go-cover'

const nowhere: ReadContext = { root: null, directory: '', primed: new Set() }

/** Reads a report that a tool wrote for machines; null when it is not one, or breaks off before anything was said. */
export function readReport(
  kind: ReportKind,
  content: string | Uint8Array,
  context: Partial<ReadContext> = {},
): ToolReading | null {
  const source = typeof content === 'string' ? content : new TextDecoder().decode(content)
  const full = { ...nowhere, ...context }
  switch (kind) {
    case 'junit':
      return readJunit(source, full)
    case 'json':
      return readJsonReport(parseJson(source), full)
    case 'go-json':
    case 'tap':
      return byLines(kind === 'tap' ? tap : goJson, source, full)
    default:
      return covered(kind, source)
  }
}

/** Tells by its shape who wrote a JSON report. */
export function readJsonReport(report: ReportJson | undefined, context: ReadContext): ToolReading | null {
  if (report === undefined) return null
  for (const read of [
    readJestJson,
    readMochaJson,
    readRspecJson,
    readPlaywrightJson,
    readEslintJson,
    readBiomeJson,
    readPyrightJson,
    readRuffJson,
  ]) {
    const reading = read(report, context)
    if (reading) return reading
  }
  return measured('coverage', istanbulSummary(report) ?? coveragePy(report) ?? llvmCov(report))
}

function covered(kind: 'lcov' | 'cobertura' | 'go-cover', source: string): ToolReading | null {
  const readers = { lcov, cobertura, 'go-cover': goProfile }
  return measured(kind, readers[kind](source))
}

const measured = (tool: string, coverage: Coverage | null): ToolReading | null =>
  coverage ? { ...blank(tool, 'coverage'), coverage } : null

function byLines(plan: typeof tap, source: string, context: ReadContext): ToolReading | null {
  const reader = plan.create(context)
  for (const [at, line] of source.split('\n').entries()) reader.line(line, at + 1)
  return reader.end(null)[0]?.reading ?? null
}
