import { allOf, type Criterion, type Leaf, leavesOf } from '../criteria/criterion.ts'
import { sentenceReader } from '../infer/read-criterion.ts'

type ReadSentence = Awaited<ReturnType<typeof sentenceReader>>

/** The acceptance criteria of a task that a machine can decide. */
export interface MeasuredAcceptance {
  readonly criteria: readonly Criterion[]
  /** The same as the list has them. */
  readonly sentences: readonly string[]
}

/** Reads acceptance criteria such as "Typecheck passes". The commands of the project are looked up once, when they are needed. */
export function acceptanceReader(cwd: string): (sentences: readonly string[]) => Promise<MeasuredAcceptance> {
  let opened: Promise<ReadSentence> | undefined
  return async sentences => {
    if (sentences.length === 0) return { criteria: [], sentences: [] }
    opened ??= sentenceReader(cwd)
    const read = await opened
    const found = sentences.flatMap(sentence => {
      const criterion = read(sentence)
      return criterion !== null && leavesOf(criterion).every(isPlain) ? [{ criterion, sentence }] : []
    })
    return { criteria: found.map(({ criterion }) => criterion), sentences: found.map(({ sentence }) => sentence) }
  }
}

/** A command, or a file that exists. What prose says about the content of files is too vague to be demanded without a question. */
const isPlain = (leaf: Leaf): boolean =>
  'command' in leaf || (leaf.kind === 'files' && leaf.each.kind === 'exists' && !leaf.glob.includes('**'))

/** A task without some of its lines: what is demanded anyway says nothing about the rest. */
export const withoutLines = (task: string, sentences: readonly string[]): string =>
  task
    .split('\n')
    .filter(line => !sentences.includes(line.replace(/^\s*[-*+]\s+/, '').trim()))
    .join('\n')

/** A criterion and what is demanded beside it, each clause once. */
export function withDemands(criterion: Criterion, demanded: readonly Criterion[]): Criterion {
  const known = new Set(leavesOf(criterion).map(keyOf))
  const isNew = (each: Criterion): boolean => {
    const keys = leavesOf(each).map(keyOf)
    const found = keys.some(key => !known.has(key))
    for (const key of keys) known.add(key)
    return found
  }
  const others = demanded.filter(isNew)
  return others.length === 0 ? criterion : allOf([criterion, ...others])
}

/** What a clause demands, whatever it is called. */
const keyOf = ({ said: _, ...leaf }: Leaf & { readonly said?: string }): string => JSON.stringify(leaf)
