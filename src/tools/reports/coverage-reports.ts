import { type Coverage, NO_COVERAGE } from '../reading/reading.ts'
import { list, number, object, type ReportJson, text } from './json.ts'
import { descendants, parseXml } from './xml.ts'

const percent = (covered: number, total: number): number =>
  total === 0 ? 100 : Math.round((covered / total) * 10_000) / 100

/** Istanbul's json-summary. */
export function istanbulSummary(report: ReportJson): Coverage | null {
  const total = object(object(report)['total'])
  const lines = object(total['lines'])
  if (number(lines['total']) === null) return null
  const of = (key: string): number | null => number(object(total[key])['pct'])
  return {
    lines: of('lines'),
    statements: of('statements'),
    branches: of('branches'),
    functions: of('functions'),
    covered: number(lines['covered']),
    total: number(lines['total']),
  }
}

/** `coverage json`. */
export function coveragePy(report: ReportJson): Coverage | null {
  const totals = object(object(report)['totals'])
  const [covered, total] = [number(totals['covered_lines']), number(totals['num_statements'])]
  if (covered === null || total === null) return null
  const branches = number(totals['num_branches'])
  const shown = number(totals['percent_covered'])
  return {
    ...NO_COVERAGE,
    lines: percent(covered, total),
    statements: shown === null ? percent(covered, total) : Math.round(shown * 100) / 100,
    branches: branches ? percent(number(totals['covered_branches']) ?? 0, branches) : null,
    covered,
    total,
  }
}

/** `cargo llvm-cov --json`. */
export function llvmCov(report: ReportJson): Coverage | null {
  const totals = object(object(list(object(report)['data'])[0])['totals'])
  const lines = object(totals['lines'])
  if (text(object(report)['type'])?.startsWith('llvm.coverage') !== true || number(lines['count']) === null) return null
  const of = (key: string): number | null => {
    const share = number(object(totals[key])['percent'])
    return share === null ? null : Math.round(share * 100) / 100
  }
  return {
    lines: of('lines'),
    statements: of('regions'),
    branches: number(object(totals['branches'])['count']) ? of('branches') : null,
    functions: of('functions'),
    covered: number(lines['covered']),
    total: number(lines['count']),
  }
}

export function lcov(source: string): Coverage | null {
  const sums: Record<string, number> = { LF: 0, LH: 0, FNF: 0, FNH: 0, BRF: 0, BRH: 0 }
  let records = 0
  for (const [, key = '', value] of source.matchAll(/^(LF|LH|FNF|FNH|BRF|BRH):(\d+)|^end_of_record/gm)) {
    if (key === '') records += 1
    else sums[key] = (sums[key] ?? 0) + Number(value)
  }
  const of = (key: string): number => sums[key] ?? 0
  if (records === 0) return null
  return {
    ...NO_COVERAGE,
    lines: percent(of('LH'), of('LF')),
    branches: of('BRF') > 0 ? percent(of('BRH'), of('BRF')) : null,
    functions: of('FNF') > 0 ? percent(of('FNH'), of('FNF')) : null,
    covered: of('LH'),
    total: of('LF'),
  }
}

export function cobertura(xml: string): Coverage | null {
  const [root] = descendants(parseXml(xml).root, 'coverage')
  const rate = Number(root?.attributes['line-rate'] ?? Number.NaN)
  if (!root || !Number.isFinite(rate)) return null
  const of = (key: string): number | null => (root.attributes[key] === undefined ? null : Number(root.attributes[key]))
  const branches = of('branches-valid')
  return {
    ...NO_COVERAGE,
    lines: Math.round(rate * 10_000) / 100,
    branches: branches === 0 || of('branch-rate') === null ? null : Math.round((of('branch-rate') ?? 0) * 10_000) / 100,
    covered: of('lines-covered'),
    total: of('lines-valid'),
  }
}

/** `go test -coverprofile`: a block may be listed once per package that was run; any hit covers it. */
export function goProfile(source: string): Coverage | null {
  if (!source.startsWith('mode: ')) return null
  const blocks = new Map<string, { statements: number; hit: boolean }>()
  for (const [, where = '', statements, count] of source.matchAll(/^(\S+:\d+\.\d+,\d+\.\d+) (\d+) (\d+)$/gm)) {
    const hit = Number(count) > 0 || blocks.get(where)?.hit === true
    blocks.set(where, { statements: Number(statements), hit })
  }
  const all = [...blocks.values()]
  const total = all.reduce((sum, { statements }) => sum + statements, 0)
  const covered = all.filter(({ hit }) => hit).reduce((sum, { statements }) => sum + statements, 0)
  return { ...NO_COVERAGE, statements: percent(covered, total), covered, total }
}
