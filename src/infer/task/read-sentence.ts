import { checksSpokenOf } from '../../criteria/task/check-words.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import { bug, gate, reading } from '../../criteria/task/part-reading.ts'
import { readTask } from '../../criteria/task/read-task.ts'
import type { TaskReading } from '../../criteria/task/task-class.ts'
import { type VagueTask, vagueness } from '../../criteria/task/vague.ts'
import { KIND_OF, type LikelyKind, likelyKind } from './likely-class.ts'

export type SentenceReading = { readonly reading: TaskReading } | { readonly vague: VagueTask }

/** Above this chance, similar sentences decide against the grammar. */
const DECIDES = 0.6
/** Below this chance of being vague, words of taste do not make a sentence vague. */
const HARDLY = 0.05

/** What a sentence asks for: by its grammar, and by the kind that similar sentences had. Where the two differ, a person is asked. */
export function readSentence(task: string, names: readonly string[]): SentenceReading {
  const likely = likelyKind(task)
  const vague = vagueness(mainClause(task), names)
  if (likely.kind === 'vague' && likely.chance >= DECIDES)
    return { vague: vague ?? { code: 'not-measurable', phrase: likely.word } }
  if (vague !== null && likely.vague > HARDLY) return { vague }
  const read = readTask(task)
  if (likely.kind === 'vague') return read === null ? { vague: { code: 'no-work', phrase: '' } } : { reading: read }
  if (read === null) return { reading: readingOf(task, likely) }
  const own = KIND_OF[read.class]
  const isSame = own === null || own === likely.kind || likely.chance < DECIDES
  return { reading: isSame ? read : readingOf(task, likely) }
}

function readingOf(task: string, { kind, word }: LikelyKind): TaskReading {
  const spoken = checksSpokenOf(task).map(({ purpose }) => purpose)
  const unusual = true
  if (kind === 'gate') return gate(word, { unusual })
  if (kind === 'tests' || kind === 'vague') return { ...bug(word), unusual }
  const isFormat = kind === 'lint' && spoken.includes('format') && !spoken.includes('lint')
  return reading([isFormat ? 'format' : kind], word, { unusual })
}
