import { FailureGatherer } from '../reading/gather.ts'
import type { ReadContext } from '../reading/reader.ts'
import type { ToolReading } from '../reading/reading.ts'
import { plural } from '../reading/totals.ts'
import { list, number, object, type ReportJson, text } from './json.ts'

/** `eslint -f json`. */
export function readEslintJson(report: ReportJson, context: ReadContext): ToolReading | null {
  const files = list(report).map(object)
  if (
    !Array.isArray(report) ||
    !files.every(file => text(file['filePath']) !== null && Array.isArray(file['messages'])) ||
    files.length === 0
  )
    return null
  const run = new FailureGatherer(context)
  let warnings = 0
  for (const file of files)
    for (const message of list(file['messages']).map(object)) {
      if (message['severity'] !== 2) warnings += 1
      else {
        const said = text(message['message']) ?? ''
        run.add({
          title: [said],
          file: text(file['filePath']),
          line: number(message['line']),
          rule: text(message['ruleId']) ?? 'parsing-error',
          message: said,
          family: message['ruleId'] === null ? 'syntax' : 'lint',
        })
      }
    }
  if (warnings > 0) run.note(plural(warnings, 'warning'))
  const problems = { errors: run.drafts.length + run.dropped, warnings }
  return run.diagnostics('eslint', { complete: true, weight: 'footer', problems }).reading
}

/** `biome --reporter=json`. */
export function readBiomeJson(report: ReportJson, context: ReadContext): ToolReading | null {
  if (!Array.isArray(object(report)['diagnostics']) || object(report)['summary'] === undefined) return null
  const run = new FailureGatherer(context)
  for (const diagnostic of list(object(report)['diagnostics'])
    .map(object)
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')) {
    const location = object(diagnostic['location'])
    const said = text(diagnostic['message']) ?? text(diagnostic['description']) ?? ''
    const file = text(location['path']) ?? text(object(location['path'])['file'])
    run.add({
      title: [said],
      file,
      line: number(object(location['start'])['line']),
      rule: text(diagnostic['category']),
      message: said,
    })
  }
  const { errors, warnings } = object(object(report)['summary'])
  const problems = { errors: number(errors) ?? run.drafts.length, warnings: number(warnings) ?? 0 }
  return run.diagnostics('biome', { complete: true, weight: 'footer', problems }).reading
}

/** `pyright --outputjson`; lines are counted from zero there. */
export function readPyrightJson(report: ReportJson, context: ReadContext): ToolReading | null {
  if (!Array.isArray(object(report)['generalDiagnostics'])) return null
  const run = new FailureGatherer(context)
  for (const diagnostic of list(object(report)['generalDiagnostics'])
    .map(object)
    .filter(({ severity }) => severity === 'error')) {
    const said = (text(diagnostic['message']) ?? '').split('\n')[0] ?? ''
    const line = number(object(object(diagnostic['range'])['start'])['line'])
    run.add({
      title: [said],
      file: text(diagnostic['file']),
      line: line === null ? null : line + 1,
      rule: text(diagnostic['rule']),
      message: said,
    })
  }
  const { errorCount, warningCount } = object(object(report)['summary'])
  const problems = { errors: number(errorCount) ?? run.drafts.length, warnings: number(warningCount) ?? 0 }
  return run.diagnostics('pyright', { complete: true, weight: 'footer', problems }).reading
}

/** `ruff --output-format=json`. */
export function readRuffJson(report: ReportJson, context: ReadContext): ToolReading | null {
  const found = list(report).map(object)
  if (
    !Array.isArray(report) ||
    found.length === 0 ||
    !found.every(one => text(one['filename']) !== null && 'code' in one)
  )
    return null
  const run = new FailureGatherer(context)
  for (const one of found) {
    const said = text(one['message']) ?? ''
    run.add({
      title: [said],
      file: text(one['filename']),
      line: number(object(one['location'])['row']),
      rule: text(one['code']) ?? 'invalid-syntax',
      message: said,
    })
  }
  return run.diagnostics('ruff', { complete: true, weight: 'footer' }).reading
}
