import { readFileSync } from 'node:fs'

interface More {
  readonly context?: string
  readonly from?: string
  readonly limits?: Readonly<Record<string, number>>
  readonly id?: string
}
type Row = readonly [say: string, task?: string | null, completion?: string | null, more?: More]
type Steer = readonly [say: string, action: string, target: string, task: string | null]
interface Book {
  readonly 'in-session': readonly Row[]
  readonly external: readonly Row[]
  readonly ask: readonly (readonly [string])[]
  readonly control: readonly Steer[]
  readonly none: readonly string[]
}

/** Stands where readers would not agree on one wording: this part is not compared. */
const ANY = '*'

const compared = (expected: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== ANY))

/** An utterance, and what a reader must make of it. */
export interface Utterance {
  readonly group: keyof Book
  readonly say: string
  readonly context: string
  readonly expected: Readonly<Record<string, unknown>>
}

const limitsOf = (given: Readonly<Record<string, number>> = {}): Readonly<Record<string, number | null>> => ({
  iterations: given['iterations'] ?? null,
  minutes: given['minutes'] ?? null,
  usd: given['usd'] ?? null,
})

const loopCases = (book: Book, group: 'in-session' | 'external'): readonly Utterance[] =>
  book[group].map(([say, task, completion = null, more = {}]) => ({
    group,
    say,
    context: more.context ?? '',
    expected: compared({
      route: group,
      task,
      completion,
      limits: limitsOf(more.limits),
      loop_id: more.id ?? null,
      ...(more.from === undefined ? {} : { task_from: more.from }),
    }),
  }))

export function utterances(file: string): readonly Utterance[] {
  const book = JSON.parse(readFileSync(file, 'utf8')) as Book
  return [
    ...loopCases(book, 'in-session'),
    ...loopCases(book, 'external'),
    ...book.ask.map(([say]): Utterance => ({ group: 'ask', say, context: '', expected: { route: 'ask' } })),
    ...book.control.map(
      ([say, action, loop_id, task]): Utterance => ({
        group: 'control',
        say,
        context: '',
        expected: compared({ control: { action, loop_id }, task, ...(task === null ? { route: 'none' } : {}) }),
      }),
    ),
    ...book.none.map(
      (say): Utterance => ({ group: 'none', say, context: '', expected: { route: 'none', control: null } }),
    ),
  ]
}
