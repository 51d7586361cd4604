import { styleText } from 'node:util'
import { failureCount } from '../check/output/compare.ts'
import { shortened } from '../check/output/shortened.ts'
import { summary } from '../check/output/summary.ts'
import { joined } from '../check/verify/facts-in.ts'
import { notesOf } from '../check/verify/report.ts'
import type { Verification } from '../check/verify/verification.ts'
import { formatDuration } from '../std/duration.ts'
import type { OutputReading } from '../tools/reading/reading.ts'
import { plural } from '../tools/reading/totals.ts'
import type { CommandContext } from './command.ts'

const MOST = 8

/** The result for people, failures first, in at most eight lines. */
export function verificationLines(verification: Verification, log: string, context: CommandContext): string[] {
  const colored = context.terminal && !context.env['NO_COLOR']
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    colored ? styleText(style, text) : text
  const good = verification.kind === 'passed'
  const word = good ? '✓ verified' : verification.kind === 'failed' ? '✗ not done' : '? no result'
  const time = formatDuration(verification.durationMs)
  const head = `${paint(good ? 'green' : 'red', word)}  ${verification.said}   ${time}`
  const body = good ? goodLines(verification) : [...clauseLines(verification), ...reasonLines(verification)]
  const foot = good ? [] : [`  log  ${log}`]
  return [head, ...fitted(body, MOST - 1 - foot.length, joined(verification)), ...foot]
}

/** Lines that do not fit are counted. */
function fitted(lines: readonly string[], limit: number, reading: OutputReading): string[] {
  if (lines.length <= limit) return [...lines]
  const failures = failureCount(reading)
  const each = new Set(summary(reading).filter(line => line.startsWith('  ') && !line.startsWith('  …')))
  const kept = lines.filter(line => !line.startsWith('  …')).slice(0, limit - 1)
  const shown = kept.filter(line => each.has(line)).length
  return failures > shown ? [...kept, `  …and ${plural(failures - shown, 'more failure')}`] : lines.slice(0, limit)
}

function goodLines(verification: Verification): string[] {
  const { tools } = joined(verification)
  const counts = tools.length > 0 ? (summary(joined(verification))[0] ?? '').replace(/^\S+ /, '  ') : ''
  return [...(counts === '' ? [] : [counts]), ...notesOf(verification).map(note => `  ${note}`)]
}

/** Which of several clauses pass. */
function clauseLines({ parts }: Verification): string[] {
  if (parts.length < 2) return []
  return parts.map(
    part =>
      `  ${part.kind === 'passed' ? '✓' : part.kind === 'failed' ? '✗' : '?'} ${part.said}   ${formatDuration(part.durationMs)}`,
  )
}

function reasonLines(verification: Verification): string[] {
  if (verification.kind === 'passed') return []
  if (verification.kind === 'unverifiable') return [`  ${verification.message}`]
  const reading = joined(verification)
  const seen = reading.tools.some(({ failures, ran }) => failures.length > 0 || !ran)
  if (seen) return summary(reading).map(line => (line.startsWith(' ') ? line : `  ${line.replace(/^\S+ /, '')}`))
  const lines = verification.learnings.split('\n').filter(line => line.trim() !== '')
  return shortened(lines, MOST - 2).map(line => `  ${line.trim()}`)
}
