import { checksSpokenOf } from '../../criteria/task/check-words.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import { bug, gate, reading } from '../../criteria/task/part-reading.ts'
import { readTask } from '../../criteria/task/read-task.ts'
import type { TaskReading } from '../../criteria/task/task-class.ts'
import { type VagueTask, vagueness } from '../../criteria/task/vague.ts'
import { KIND_OF, type LikelyKind, likelyKind } from './likely-class.ts'

type SentenceReading = { readonly reading: TaskReading } | { readonly vague: VagueTask }

/** Above this chance, similar sentences decide against the grammar. */
const DECIDES = 0.6
/** Short orders are what the grammar is made for, and too few words to compare. */
const FEWEST_WORDS = 5
/** Below this chance of being vague, words of taste do not make a sentence vague. */
const HARDLY = 0.05

const CREATES = /^(?:please )?(?:implement|introduce|set up|create)\b/i

/** What a sentence asks for: by its grammar, and by the kind that similar sentences had. Where the two differ, a person is asked. */
export function readSentence(task: string, names: readonly string[]): SentenceReading {
  const red = failingTestFile(task)
  if (red !== null) return { reading: reading(['test'], red) }
  const likely = likelyKind(task)
  const isComparable = task.split(/\s+/).length >= FEWEST_WORDS
  const decides = isComparable && likely.chance >= DECIDES
  const vague = vagueness(mainClause(task), names)
  if (likely.kind === 'vague' && decides) return { vague: vague ?? { code: 'not-measurable', phrase: likely.word } }
  if (vague !== null && (likely.vague > HARDLY || !decides)) return { vague }
  const read = readTask(task)
  if (read === null) return decides ? { reading: readingOf(task, likely) } : { vague: { code: 'no-work', phrase: '' } }
  const own = KIND_OF[read.class]
  // "add tests" is proven by the tests as well. "implement a type checker" creates a check, and no check of that kind fails.
  const isSame =
    own === null ||
    own === likely.kind ||
    (own === 'coverage' && likely.kind === 'tests') ||
    (read.class === 'implement-feature' && CREATES.test(task))
  if (!isSame && decides) return { reading: readingOf(task, likely) }
  return { reading: isComparable && !isSame ? { ...read, isDoubtful: true } : read }
}

/** "the wrapper does not build, tests in wrap_test.go are red": the test that fails says what must pass, whatever the cause is. */
function failingTestFile(task: string): string | null {
  const [phrase = null] = FAILING_TEST_FILE.exec(task) ?? []
  const isOnlyTested = checksSpokenOf(task).every(({ purpose }) => purpose === 'test' || purpose === 'build')
  return isOnlyTested ? phrase : null
}

const FAILING_TEST_FILE =
  /\b(?:tests?|specs?|cases) (?:in|of) [\w./-]*(?:test|spec)[\w./-]*\.\w+['"`]? (?:are (?:all )?(?:red|failing|broken)|fail)\b(?! (?:to|with|when|if)\b)/i

function readingOf(task: string, { kind, word }: LikelyKind): TaskReading {
  const spoken = checksSpokenOf(task).map(({ purpose }) => purpose)
  const isDoubtful = true
  if (kind === 'gate') return gate(word, { isDoubtful })
  if (kind === 'tests' || kind === 'vague') return { ...bug(word), isDoubtful }
  const isFormat = kind === 'lint' && spoken.includes('format') && !spoken.includes('lint')
  return reading([isFormat ? 'format' : kind], word, { isDoubtful })
}
