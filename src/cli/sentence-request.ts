import { KNOWN_AGENTS } from '../agents/known.ts'
import { measurable } from '../criteria/request/completion.ts'
import type { ControlRequest } from '../criteria/request/control.ts'
import { readRequest } from '../criteria/request/request.ts'
import type { Given } from '../run/settings/values.ts'
import type { UsageError } from '../std/usage-error.ts'
import { argumentProblem } from './argument-problems.ts'
import type { Arguments } from './arguments.ts'

interface SentenceRequest {
  /** The arguments as if the sentence had been typed as flags. Flags that were typed win. */
  readonly asked: Arguments
  /** The sentence asks for a loop in the background. */
  readonly inBackground: boolean
}

export function requestFromSentence(typed: Arguments): SentenceRequest {
  const [sentence, ...others] = typed.positionals
  if (sentence === undefined || others.length > 0) return { asked: typed, inBackground: false }
  const { task: work, completion: stated, ...said } = readRequest(sentence, Object.keys(KNOWN_AGENTS))
  const { limits, loopId, externalBecause, agent, worktree, control } = said
  // An end in general words ("until no errors") is for inference to understand, or to refuse: with it, the task is the whole sentence.
  const isGeneral = stated !== null && measurable(stated) === 'no'
  const [task, completion] = isGeneral ? [sentence, null] : [work, stated]
  if (control !== null) throw controlsALoop(sentence, control, task)
  const given: Given = {
    ...(completion === null ? {} : { completion }),
    ...(agent === null ? {} : { agent }),
    ...(worktree ? { worktree: 'true' } : {}),
    ...(loopId === null ? {} : { 'loop-id': loopId }),
    ...(limits.iterations === null ? {} : { 'max-iterations': String(limits.iterations) }),
    ...(limits.minutes === null ? {} : { timeout: `${Math.max(1, Math.round(limits.minutes * 60))}s` }),
    ...(limits.usd === null ? {} : { 'max-cost': String(limits.usd) }),
  }
  return {
    asked: { ...typed, positionals: [task], given: { ...given, ...typed.given } },
    inBackground: externalBecause.length > 0,
  }
}

/** A sentence that controls a loop does not start one. It is not guessed which loop is meant. */
function controlsALoop(sentence: string, { action, loop_id }: ControlRequest, task: string): UsageError {
  const target =
    loop_id === 'latest' ? (action === 'status' ? '' : ' <id>') : loop_id === 'all' ? ' --all' : ` ${loop_id}`
  const next = task === sentence.trim() ? null : task
  return argumentProblem('controls-a-loop', { sentence, command: `agent-loop ${action}${target}`, task: next })
}
