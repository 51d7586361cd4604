import { baseId } from '../../check/output/fingerprint.ts'
import { safeText } from '../../check/output/safe-failure.ts'
import type { Sight } from './failure-view.ts'
import { KEPT, type Lesson, type LessonMemory } from './lesson.ts'
import { recall, scoreOf, shares } from './recall.ts'

/** One check of a loop: what it found missing, or that it passed. */
export interface Look {
  readonly iteration: number
  /** Null when nothing was missing. */
  readonly sight: Sight | null
}

/** A turn that fixed something for the rest of the loop. */
export interface Step {
  readonly iteration: number
  readonly gone: Sight
  /** What the turn changed; empty when unknown. */
  readonly paths: readonly string[]
}

export interface Story {
  readonly loop: string
  readonly endedAt: string
  readonly verified: boolean
  readonly looks: readonly Look[]
  readonly steps: readonly Step[]
}

/** The turns that helped, by what the checks saw before and after them. */
export function stepsIn(looks: readonly Look[]): readonly Omit<Step, 'paths'>[] {
  return looks.flatMap((after, index) => {
    const before = looks[index - 1]?.sight
    // A run without a result shows nothing as fixed.
    if (!before || (after.sight !== null && !after.sight.named)) return []
    const later = looks.slice(index).flatMap(({ sight }) => sight ?? [])
    const gone = (of: (sight: Sight) => readonly string[]): readonly string[] =>
      of(before).filter(one => later.every(sight => !of(sight).includes(one)))
    const keys = gone(({ keys }) => keys)
    if (keys.length === 0) return []
    const tests = gone(({ tests }) => tests)
    return [{ iteration: after.iteration, gone: { ...before, keys, tests, ...wordsFor(before, tests) } }]
  })
}

/** The message is that of the first failure, which may not be among the fixed ones. */
function wordsFor({ said, message, tests }: Sight, gone: readonly string[]): Pick<Sight, 'said' | 'message'> {
  const about = (id: string): boolean => said.includes(titleOf(id))
  return gone.length === tests.length || gone.some(about) ? { said, message } : { said: '', message: '' }
}

const titleOf = (id: string): string =>
  baseId(id)
    .split(/::| > /)
    .at(-1) ?? id

/** The reflections after one more loop. Pure: what was recalled in it follows from its checks. */
export function learnFrom(memory: LessonMemory, story: Story): LessonMemory {
  const now = Date.parse(story.endedAt)
  const told = new Set(
    story.looks
      .slice(0, -1)
      .flatMap(({ sight }) => (sight ? recall(memory, sight, now) : []))
      .map(({ id }) => id),
  )
  const known = memory.lessons.map(lesson => settled(lesson, told.has(lesson.id), story))
  const fresh = story.verified ? story.steps.filter(step => !known.some(lesson => isAbout(lesson, step))) : []
  const lessons = [...known, ...fresh.map(step => lessonOf(step, story))]
  return {
    ...memory,
    lessons: lessons.toSorted((a, b) => scoreOf(b, now) - scoreOf(a, now)).slice(0, KEPT.lessons),
  }
}

const isAbout = ({ keys, tests }: Lesson, { gone }: Step): boolean =>
  shares(keys, gone.keys) || shares(tests, gone.tests)

/** How a reflection did in this loop: it helped, it was recalled without success, or it did not come up. */
function settled(lesson: Lesson, told: boolean, story: Story): Lesson {
  const recalled = lesson.recalled + (told ? 1 : 0)
  const step = story.steps.find(step => isAbout(lesson, step))
  if (!step) return told ? { ...lesson, recalled, missed: lesson.missed + 1 } : lesson
  // The newest fix is shown, if its changes are known.
  const newest = story.verified && (step.paths.length > 0 || lesson.paths.length === 0) ? lessonOf(step, story) : lesson
  return {
    ...newest,
    id: lesson.id,
    keys: merged(newest.keys, lesson.keys, KEPT.keys),
    tests: merged(newest.tests, lesson.tests, KEPT.tests),
    learned_at: lesson.learned_at,
    last_helped_at: story.endedAt,
    helped: lesson.helped + 1,
    recalled,
    missed: lesson.missed,
  }
}

const merged = (newer: readonly string[], older: readonly string[], most: number): readonly string[] =>
  [...new Set([...newer, ...older])].slice(0, most)

function lessonOf({ iteration, gone, paths }: Step, { loop, endedAt }: Story): Lesson {
  return {
    id: `${loop}-${iteration}`.slice(0, KEPT.text),
    keys: gone.keys,
    tests: gone.tests,
    message: gone.message,
    family: gone.family,
    paths: paths.slice(0, KEPT.paths).map(path => path.slice(0, KEPT.text)),
    says: sentence(gone, paths),
    loop,
    learned_at: endedAt,
    last_helped_at: endedAt,
    helped: 1,
    recalled: 0,
    missed: 0,
  }
}

const PATHS_NAMED = 3
const WHAT_LENGTH = 110

/** From what the check saw, never from what the agent said: an agent's words would be instructions to the next one. */
function sentence({ said, tests }: Sight, paths: readonly string[]): string {
  const what = clean(said || tests.join(', '), WHAT_LENGTH)
  const named = paths.slice(0, PATHS_NAMED).join(', ')
  const more = paths.length > PATHS_NAMED ? ` and ${paths.length - PATHS_NAMED} more` : ''
  return clean(
    `"${what}" went away when ${named === '' ? 'a turn changed files' : `${named}${more} changed`}`,
    KEPT.sentence,
  )
}

function clean(text: string, longest: number): string {
  const flat = safeText(text, {}).replace(/\s+/g, ' ').trim()
  return flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat
}
