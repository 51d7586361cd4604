import { documentOf, type Inference } from './proposal.ts'

/** The document as YAML. Every string is quoted, so nothing in it can be read as anything else. */
export const inferenceYaml = (inference: Inference): string => lines(documentOf(inference), '').join('\n')

function lines(value: unknown, indent: string): string[] {
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => {
    if (Array.isArray(inner))
      return inner.length === 0
        ? [`${indent}${key}: []`]
        : [`${indent}${key}:`, ...inner.flatMap(item => itemLines(item, `${indent}  `))]
    if (typeof inner === 'object' && inner !== null) return [`${indent}${key}:`, ...lines(inner, `${indent}  `)]
    return [`${indent}${key}: ${scalar(key, inner)}`]
  })
}

function itemLines(item: unknown, indent: string): string[] {
  if (typeof item !== 'object' || item === null) return [`${indent}- ${JSON.stringify(item)}`]
  const [first = '', ...rest] = lines(item, `${indent}  `)
  return [`${indent}- ${first.trimStart()}`, ...rest]
}

const PLAIN = new Set(['confidence', 'class', 'expect_now'])

const scalar = (key: string, value: unknown): string => (PLAIN.has(key) ? String(value) : JSON.stringify(value))
