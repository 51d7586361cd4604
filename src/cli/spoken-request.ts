import type { ControlRequest } from '../criteria/request/control.ts'
import { readRequest } from '../criteria/request/request.ts'
import { UsageError } from '../std/usage-error.ts'
import type { Arguments } from './arguments.ts'

export interface Spoken {
  /** The arguments as if what the sentence says had been typed as flags. Flags that were typed win. */
  readonly asked: Arguments
  /** The sentence asks for a loop outside of this terminal. */
  readonly elsewhere: boolean
}

export function spokenRequest({ positionals, flags }: Arguments): Spoken {
  const [sentence, ...others] = positionals
  if (sentence === undefined || others.length > 0) return { asked: { positionals, flags }, elsewhere: false }
  const { task, completion, limits, loopId, externalBecause, control } = readRequest(sentence)
  if (control !== null) throw steersALoop(sentence, control, task)
  const said: Readonly<Record<string, string | null>> = {
    completion,
    'loop-id': loopId,
    'max-iterations': limits.iterations === null ? null : String(limits.iterations),
    timeout: limits.minutes === null ? null : `${Math.max(1, Math.round(limits.minutes * 60))}s`,
    'max-cost': limits.usd === null ? null : String(limits.usd),
  }
  return {
    asked: {
      positionals: [task],
      flags: { has: flags.has, text: name => flags.text(name) ?? said[name] ?? undefined },
    },
    elsewhere: externalBecause.length > 0,
  }
}

/** A loop that shall abort a loop is nobody's wish, and which one is meant is not for a sentence to guess. */
function steersALoop(sentence: string, { action, loop_id }: ControlRequest, task: string): UsageError {
  const target =
    loop_id === 'latest' ? (action === 'status' ? '' : ' <id>') : loop_id === 'all' ? ' --all' : ` ${loop_id}`
  const next = task === sentence.trim() ? '' : `, and then: agent-loop "${task}"`
  return new UsageError(
    'bad-arguments',
    `“${sentence}” speaks to a loop that is there; it does not ask for a new one.`,
    `agent-loop ${action}${target}${next}`,
  )
}
