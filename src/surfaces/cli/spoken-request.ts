import { readRequest } from '../../route/request.ts'
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
  const { task, completion, limits, loopId, externalBecause } = readRequest(sentence)
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
