import { dirname } from 'node:path'
import type { AskPerson } from '../../agents/agent.ts'
import type { LoopEvent } from '../../loop/events.ts'
import type { LoopSpec, LoopState } from '../../loop/state.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import type { LoopControl } from '../steer/control.ts'
import type { Channel } from './channels.ts'
import type { Notifier } from './notifier.ts'

/** Tells people about a loop. Without configured channels it does nothing and loads nothing. */
interface LoopNotices {
  see(event: LoopEvent): void
  /** Remembers whether the loop was asked to pause: nobody needs to be told what they did themselves. */
  watching(control: LoopControl): LoopControl
  ended(state: LoopState): void
  settled(): Promise<void>
}

interface NoticeParts {
  readonly disk: Disk
  /** The loop's file of channels, in the private store. */
  readonly file: string
  readonly spec: LoopSpec
  /** Of a new loop; a loop that is resumed keeps those that it was started with. */
  readonly configured: readonly Channel[] | undefined
  readonly open: (channels: readonly Channel[]) => Promise<Notifier>
  /** Receives the function that reports a question of the agent. */
  readonly onAsking: (tell: (question: string) => void) => void
}

export async function loopNotices(parts: NoticeParts): Promise<LoopNotices> {
  const channels = await channelsFor(parts)
  if (channels.length === 0) return SILENT
  const [notifier, words] = [await parts.open(channels), await import('./notice.ts')]
  const { spec } = parts
  let pauseAsked = false
  parts.onAsking(question => notifier.tell(words.questionNotice(spec, question)))
  return {
    see: event => {
      if (event.kind === 'wait') notifier.tell(words.waitNotice(spec, event))
    },
    watching: control => ({
      ...control,
      async heard(state) {
        const heard = await control.heard(state)
        pauseAsked = heard.pause !== null
        return heard
      },
    }),
    ended: state => {
      if (state.outcome?.kind !== 'paused' || !pauseAsked) notifier.tell(words.endNotice(state))
    },
    settled: notifier.settled,
  }
}

const SILENT: LoopNotices = { see: () => {}, watching: control => control, ended: () => {}, settled: async () => {} }

async function channelsFor({ disk, file, configured }: NoticeParts): Promise<readonly Channel[]> {
  if (configured !== undefined) {
    if (configured.length > 0) {
      await makeDirectoryDurably(disk, dirname(file))
      await writeDurably(disk, file, JSON.stringify(configured))
    }
    return configured
  }
  const text = await disk.read(file)
  return text === null ? [] : (await import('./channels.ts')).parseChannels(text)
}

/** An `ask` that also reports each question, once somebody listens. */
export function reportedQuestions(ask: AskPerson | undefined) {
  let report: (question: string) => void = () => {}
  const asking: AskPerson | undefined =
    ask &&
    ((question, choices, signal) => {
      report(question)
      return ask(question, choices, signal)
    })
  return {
    ask: asking,
    onAsking: (listener: (question: string) => void): void => {
      report = listener
    },
  }
}
