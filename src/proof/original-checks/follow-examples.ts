import type { Rename } from '../../criteria/task/renames.ts'
import { examplesIn, withoutExamples } from '../seal/sections/inline-tests.ts'
import type { ExecutedTest } from '../tests/executed-tests.ts'
import { usesName } from './rename-identifiers.ts'

/** What the task does to declarations. */
interface Followed {
  readonly renames: readonly Rename[]
  /** Identifiers that are gone. */
  readonly removed: readonly string[]
}

/**
 * The original source with examples that fit the task: those of a renamed declaration use its new name, and those of a removed one are
 * left out. A name that the present code still uses is neither renamed nor removed.
 */
export function withFollowingExamples(path: string, before: string, now: string, followed: Followed): string {
  const { renames, removed } = inForce(path, before, now, followed)
  return renames.reduce(
    (text, { from, to }) => text.replace(wordOf(from), () => to),
    removed.length === 0 ? before : withoutExamples(path, before, removed),
  )
}

/** The same for the test that a runner makes of such an example; null when it goes. */
export function followingExample(
  test: ExecutedTest,
  before: string,
  now: string,
  followed: Followed,
): ExecutedTest | null {
  const { file, title, id } = test
  if (file === null) return test
  const { renames, removed } = inForce(file, before, now, followed)
  const subject = subjectOf(title.at(-1) ?? '')
  if (removed.includes(subject)) return null
  const { from, to } = renames.find(one => one.from === subject) ?? {}
  if (from === undefined || to === undefined) return test
  const inNewName = (text: string): string => replaceLast(text, from, to)
  return { ...test, id: inNewName(id), title: [...title.slice(0, -1), inNewName(title.at(-1) ?? '')] }
}

/** Only of declarations that have an example in this file. */
function inForce(path: string, before: string, now: string, { renames, removed }: Followed): Followed {
  if (renames.length + removed.length === 0) return { renames: [], removed: [] }
  const examples = examplesIn(path, before)
  const counts = (name: string): boolean => examples.includes(name) && !usesName(path, now, name)
  return { renames: renames.filter(({ from }) => counts(from)), removed: removed.filter(counts) }
}

/** `shop.Cart.total`, `src/cart.rs - cart::total (line 4)`: what the example is about. */
const subjectOf = (title: string): string => /(\w+)(?:\s+\(line \d+\))?(?:\s+#\d+)?$/.exec(title)?.[1] ?? ''

const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w$])${name.replace(/[$]/g, '\\$&')}(?![\\w$])`, 'g')

function replaceLast(text: string, from: string, to: string): string {
  const at = [...text.matchAll(wordOf(from))].at(-1)?.index
  return at === undefined ? text : text.slice(0, at) + to + text.slice(at + from.length)
}
