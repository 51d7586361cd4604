import * as z from 'zod/mini'

const LONGEST_TEXT = 300
const text = z.string().check(z.maxLength(LONGEST_TEXT))
const few = (items: number) => z.readonly(z.array(text).check(z.maxLength(items)))

/** How much of a failure is kept, and of what helped against it. */
export const KEPT = { lessons: 200, keys: 70, tests: 20, paths: 10, text: LONGEST_TEXT, sentence: 200 } as const

const lessonSchema = z.readonly(
  z.strictObject({
    id: text,
    /** Fingerprints of the fixed failures: test and message in one. */
    keys: few(KEPT.keys),
    tests: few(KEPT.tests),
    /** The message of the failure, without parts that differ from run to run. */
    message: text,
    family: z.nullable(text),
    /** What was changed when it was fixed; empty when unknown. */
    paths: few(KEPT.paths),
    /** The sentence for the agent. */
    says: z.string().check(z.maxLength(KEPT.sentence)),
    /** The last loop that learned it. */
    loop: text,
    learned_at: text,
    last_helped_at: text,
    /** In how many loops it was fixed, was recalled, and was recalled without success. */
    helped: z.int().check(z.gte(1)),
    recalled: z.int().check(z.gte(0)),
    missed: z.int().check(z.gte(0)),
  }),
)

export const MEMORY_VERSION = '1.0.0'

/** `reflections.json`: what the loops of a project learned. */
export const memorySchema = z.readonly(
  z.strictObject({
    version: z.literal(MEMORY_VERSION),
    lessons: z.readonly(z.array(lessonSchema).check(z.maxLength(KEPT.lessons))),
  }),
)

export type Lesson = z.infer<typeof lessonSchema>
export type LessonMemory = z.infer<typeof memorySchema>

export const EMPTY_MEMORY: LessonMemory = { version: MEMORY_VERSION, lessons: [] }

/** The same failure came back in this many loops although a fix was known. */
const PATTERN_LOOPS = 3

export const patternsIn = ({ lessons }: LessonMemory): readonly Lesson[] =>
  lessons.filter(({ recalled }) => recalled >= PATTERN_LOOPS).toSorted((a, b) => b.recalled - a.recalled)
