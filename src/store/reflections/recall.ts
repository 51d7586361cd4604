import type { Sight } from './failure-view.ts'
import { KEPT, type Lesson, type LessonMemory } from './lesson.ts'

const MOST = 3
const HALF_LIFE_DAYS = 30
const DAY_MS = 86_400_000
const FORGOTTEN = 1 / 32
const ALIKE = 0.6

/** Reflections about what is missing now: the most similar first, then the most successful. At most three. */
export function recall({ lessons }: LessonMemory, sight: Sight, now: number): readonly Lesson[] {
  return lessons
    .map(lesson => ({ lesson, kinship: kinship(lesson, sight), score: scoreOf(lesson, now) }))
    .filter(({ kinship, score }) => kinship > 0 && score >= FORGOTTEN)
    .sort((a, b) => b.kinship - a.kinship || b.score - a.score)
    .slice(0, MOST)
    .map(({ lesson }) => lesson)
}

/** Halves every thirty days, and with every loop in which it was recalled without success. */
export function scoreOf({ helped, missed, last_helped_at }: Lesson, now: number): number {
  const days = Math.max(0, now - Date.parse(last_helped_at)) / DAY_MS
  return (1 + Math.log2(helped)) * 0.5 ** (days / HALF_LIFE_DAYS + missed)
}

/** The same test with the same message, the same test, or a similar message; 0 for an unrelated one. */
function kinship(lesson: Lesson, sight: Sight): number {
  if (shares(lesson.keys, sight.keys)) return 3
  if (shares(lesson.tests, sight.tests)) return 2
  // When no failure has a name, the text is the same around every failure.
  return sight.named && lesson.family === sight.family && overlap(lesson.message, sight.message) >= ALIKE ? 1 : 0
}

export const shares = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(one => others.includes(one))

function overlap(a: string, b: string): number {
  const [ours, theirs] = [words(a), words(b)]
  const common = [...ours].filter(word => theirs.has(word)).length
  const all = new Set([...ours, ...theirs]).size
  return all === 0 ? 0 : common / all
}

const words = (text: string): Set<string> => new Set(text.slice(0, KEPT.text).match(/[\p{L}\p{N}_]+/gu) ?? [])
