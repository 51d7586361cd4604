import { placeIn } from '../reading/paths.ts'
import { number, object, parseJson, text } from '../reports/json.ts'

export interface TapDiagnostic {
  readonly file: string | null
  readonly line: number | null
  readonly message: string | null
  readonly details: readonly string[]
  readonly failureType: string | null
  readonly fromNode: boolean
}

/** Reads the few keys that matter from the YAML-like block below a result; a whole YAML parser would refuse half of them. */
export function readTapDiagnostic(lines: readonly string[]): TapDiagnostic {
  const keys = lines.length === 1 && lines[0]?.trimStart().startsWith('{') ? fromJson(lines[0]) : topLevel(lines)
  const location = placeIn(unquoted(keys.get('location')?.[0] ?? ''))
  const at = keys.get('at') ?? []
  const fileName = at.map(line => /fileName: (.+)$/.exec(line)?.[1]).find(found => found !== undefined)
  const lineNumber = at.map(line => /lineNumber: (\d+)$/.exec(line)?.[1]).find(found => found !== undefined)
  const said = keys.get('error') ?? keys.get('message') ?? []
  const values = ['expected', 'actual', 'wanted', 'found']
    .map(key => [key, keys.get(key)?.join(' ')] as const)
    .flatMap(([key, value]) =>
      value ? [`${key === 'wanted' ? 'expected' : key === 'found' ? 'actual' : key}: ${unquoted(value)}`] : [],
    )
  const stack = (keys.get('stack') ?? []).map(line => `at ${line.trim()}`)
  const details = [
    ...values,
    ...(keys.get('details') ?? []),
    ...(keys.get('diff') ?? []),
    ...stack,
    ...at.map(line => `at ${line.trim()}`),
  ]
  const words = said.map(line => unquoted(line.trim())).filter(line => line !== '' && !/^[|>][-+\d]*$/.test(line))
  return {
    file: location?.file ?? (fileName ? unquoted(fileName) : null),
    line: location?.line ?? (lineNumber ? Number(lineNumber) : null),
    message: words.length > 0 ? words.slice(0, 3).join(' ') : null,
    details: [...words, ...details],
    failureType: unquoted(keys.get('failureType')?.[0] ?? '') || null,
    fromNode: keys.has('duration_ms') || keys.has('failureType'),
  }
}

/** Deno writes its diagnostics as one line of JSON, which is YAML as well. */
function fromJson(line: string): Map<string, string[]> {
  const report = object(parseJson(line.trim()))
  const at = object(report['at'])
  return new Map([
    ['message', (text(report['message']) ?? '').split('\n')],
    ['location', [`${text(at['file']) ?? ''}:${number(at['line']) ?? 0}`]],
  ])
}

function topLevel(lines: readonly string[]): Map<string, string[]> {
  const keys = new Map<string, string[]>()
  const base = Math.min(
    ...lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length),
    99,
  )
  let current: string[] | null = null
  for (const line of lines) {
    const key = /^([A-Za-z_][\w ]*|'[^']+'):(?: (.*))?$/.exec(line.slice(base))
    if (key && line.length - line.trimStart().length === base) {
      const value = key[2] ?? ''
      current = /^[|>][-+\d]*$/.test(value) || value === '' ? [] : [value]
      keys.set(unquoted(key[1] ?? ''), current)
    } else current?.push(line.trim() === '' ? '' : line.slice(base + 2))
  }
  return keys
}

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^'(.*)'$/s, '$1')
    .replace(/^"(.*)"$/s, '$1')
