import type { TaskClass } from '../../criteria/task/task-class.ts'
import { lazy } from '../../std/lazy.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { WORD_WEIGHTS } from './word-weights.ts'

/** What a sentence can ask for, in the order of the columns of the table. */
export const KINDS = ['tests', 'lint', 'types', 'build', 'gate', 'coverage', 'vague'] as const
type SentenceKind = (typeof KINDS)[number]

export interface LikelyKind {
  readonly kind: SentenceKind
  /** From 0 to 1. */
  readonly chance: number
  /** The chance that nothing measurable is asked for. */
  readonly vague: number
  /** The word that says most about the kind. */
  readonly word: string
}

/** The kind that similar sentences had. `bench/infer/fit-words.mjs` counted them. */
export function likelyKind(task: string): LikelyKind {
  const table = weights()
  const found = featuresOf(task).flatMap(feature => {
    const row = table.get(feature)
    return row === undefined ? [] : [{ feature, row }]
  })
  const sums = KINDS.map((_, kind) => found.reduce((sum, { row }) => sum + (row[kind] ?? 0), 0) / SCALE)
  const most = Math.max(...sums)
  const powers = sums.map(sum => Math.exp(sum - most))
  const whole = powers.reduce((sum, power) => sum + power, 0)
  const at = sums.indexOf(most)
  const [telling] = found
    .filter(({ feature }) => /^[a-z]/.test(feature) && task.toLowerCase().includes(feature))
    .sort((a, b) => (b.row[at] ?? 0) - (a.row[at] ?? 0))
  return {
    kind: KINDS[at] ?? 'tests',
    chance: 1 / whole,
    vague: (powers.at(-1) ?? 0) / whole,
    word: telling?.feature ?? task.slice(0, 30),
  }
}

/** The kind that a class belongs to; null for classes that the table does not know. */
export const KIND_OF: Readonly<Record<TaskClass, SentenceKind | null>> = {
  'test-pass': 'tests',
  'bug-fix': 'tests',
  'implement-feature': 'tests',
  coverage: 'coverage',
  'type-clean': 'types',
  'lint-clean': 'lint',
  'build-pass': 'build',
  'regression-gate': 'gate',
  docs: null,
  explicit: null,
  'use-case': null,
}

/** Weights are whole numbers in the table. */
const SCALE = 10

const weights = lazy(
  () =>
    new Map(
      WORD_WEIGHTS.split(/\s+/).map(entry => {
        const [feature = '', row = ''] = entry.split('=')
        return [feature, row.split(',').map(Number)] as const
      }),
    ),
)

const tools = lazy(() => SPOKEN_NAMES.map(([pattern, purpose]) => [new RegExp(pattern.source, 'gi'), purpose] as const))

/** Words, their first letters, the first word, and what a named tool checks. Paths and identifiers count as such, whatever their name. */
export function featuresOf(task: string): string[] {
  const told = tools().reduce(
    (text, [pattern, purpose]) => text.replace(pattern, name => (name === '' ? name : ` ${name} tool${purpose} `)),
    task,
  )
  const words =
    told
      .replaceAll('`', ' ')
      .replace(/\S*\/\S*|\b[\w-]+\.[a-zA-Z]{1,5}\b/g, ' path ')
      .replace(/\b\w*[a-z][A-Z]\w*(\(\))?|\b\w+(::|\.)\w+\S*/g, ' identifier ')
      .toLowerCase()
      .replace(/\d+/g, '0')
      .match(/[a-z0%]+(?:'t)?|[!?:;]/g) ?? []
  return [
    ...new Set([
      'any',
      `^${words[0]}`,
      ...words.flatMap(word => [word, ...(word.length > 5 ? [`${word.slice(0, 5)}*`] : [])]),
    ]),
  ]
}
