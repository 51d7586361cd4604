import { parse } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'

interface Signature {
  readonly name: string
  /** Annotated parameters, and one more for an annotated result. */
  readonly annotations: number
  readonly line: number
}

/** Functions of Python with fewer annotations than before, which type checkers then look at less. */
export function lostAnnotations(files: readonly ChangedText[]): Worse[] {
  return files
    .filter(({ path }) => /\.pyi?$/.test(path))
    .flatMap(({ path, before, now }) => {
      const were = new Map(signaturesIn(before ?? '').map(({ name, annotations }) => [name, annotations]))
      return signaturesIn(now ?? '')
        .filter(({ name, annotations }) => annotations < (were.get(name) ?? 0))
        .map(({ name, line }) => ({
          rule: 'suppressions-added' as const,
          objection: 'weakened' as const,
          what: `annotations of ${name} removed`,
          path,
          line,
        }))
    })
}

function signaturesIn(text: string): Signature[] {
  const { code, lineAt } = parse('python', text)
  return [...code.matchAll(/\bdef\s+(\w+)\s*\(([^)]*(?:\([^)]*\)[^)]*)*)\)\s*(->)?/g)].map(found => {
    const [, name = '', parameters = '', result] = found
    const annotated = withoutBrackets(parameters)
      .split(',')
      .filter(one => one.includes(':')).length
    return { name, annotations: annotated + (result === undefined ? 0 : 1), line: lineAt(found.index) }
  })
}

const withoutBrackets = (text: string): string => {
  const inner = text.replace(/\[[^[\]]*\]|\([^()]*\)|\{[^{}]*\}/g, '')
  return inner === text ? text : withoutBrackets(inner)
}
