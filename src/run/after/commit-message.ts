import { describeAgent } from '../../agents/config.ts'
import type { LoopState } from '../../loop/state.ts'
import { waiversOf } from '../../loop/waivers.ts'
import { nameOf } from '../../proof/waiver.ts'
import { plain } from '../../tools/reading/plain.ts'

const SUBJECT = 72
const NAMED = 10

interface MessageFacts {
  /** Digest of the receipt; null when there is none. */
  readonly receipt: string | null
  readonly leftOut: readonly string[]
}

/** The message of a commit, from what the loop knows and not from what an agent says. */
export function commitMessage(state: LoopState, { receipt, leftOut }: MessageFacts): string {
  const { spec, iteration, outcome, turn } = state
  const isVerified = outcome?.kind === 'verified'
  const waived = waiversOf(state).map(nameOf)
  const body = [
    isVerified ? `Verified after turn ${iteration}: ${oneLine(spec.done)}` : unverified(state),
    `Agent: ${oneLine(turn?.agent || describeAgent(spec.agent))}`,
    ...(waived.length === 0 ? [] : [`Waived: ${named(waived)}`]),
    ...(leftOut.length === 0
      ? []
      : [`Not included, because they had uncommitted changes before the loop: ${named(leftOut)}`]),
  ]
  const trailers = [
    `Agent-Loop: ${spec.id}`,
    ...(isVerified && receipt !== null ? [`Agent-Loop-Receipt: sha256:${receipt}`] : []),
  ]
  return [subject(spec.task, isVerified ? '' : ` (turn ${iteration})`), '', ...body, '', ...trailers, ''].join('\n')
}

function unverified({ iteration, failing, spec }: LoopState): string {
  const count = failing === null || failing.count === 0 ? '' : `, ${failing.count} failing`
  return `Not verified after turn ${iteration}${count}: ${oneLine(spec.done)}`
}

function subject(task: string, end: string): string {
  const line = oneLine(task)
  const most = SUBJECT - end.length
  return `${line.length > most ? `${line.slice(0, most - 1)}…` : line}${end}`
}

const oneLine = (text: string): string => plain(text).replace(/\s+/g, ' ').trim()

const named = (names: readonly string[]): string =>
  [...names.slice(0, NAMED), ...(names.length > NAMED ? [`${names.length - NAMED} more`] : [])].map(oneLine).join(', ')
