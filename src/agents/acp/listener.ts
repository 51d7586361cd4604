import { StringDecoder } from 'node:string_decoder'
import type { TurnRequest } from '../agent.ts'
import { lastWords } from '../answer.ts'
import { type AgentJson, textAt } from '../json.ts'
import { type AgentReport, openReport } from '../report.ts'
import type { AcpUpdate } from './connection.ts'
import { readUpdate, tokensIn } from './updates.ts'

export interface Listener extends AcpUpdate {
  onErrors(bytes: Uint8Array): void
  onPrompt(): void
  onSession(id: string): void
  callNamed(id: string): AgentJson
  told(): AgentReport
  /** The end of the output that is not a message. */
  stray(): string
}

const CALLS_KEPT = 100

/** Collects what an agent does over the protocol, from the prompt on. */
export function openListener(request: TurnRequest): Listener {
  const report = openReport(request)
  const calls = new Map<string, AgentJson>()
  const decoder = new StringDecoder('utf8')
  let [listening, kept] = [false, '']
  // The cost of the conversation before this turn, if the agent reports it when the conversation is loaded.
  let before = 0
  const stray = (text: string): void => {
    kept = lastWords(kept + text)
  }
  return {
    onUpdate(update) {
      const id = textAt(update, 'toolCallId')
      if (id !== null) remember(calls, id, update)
      for (const fact of readUpdate(update)) {
        if (fact.kind !== 'used') report.hear(listening ? [fact] : [])
        else if (!listening) before = fact.usd ?? before
        else report.hear([{ ...fact, usd: fact.usd === null ? null : Math.max(0, fact.usd - before) }])
      }
    },
    onResult(result) {
      if (typeof result['stopReason'] === 'string')
        report.hear([{ kind: 'used', by: 'turn', tokens: tokensIn(result), usd: null }])
    },
    onStray: line => stray(`${line}\n`),
    onErrors: bytes => stray(decoder.write(Buffer.from(bytes))),
    onPrompt() {
      listening = true
    },
    onSession: id => report.hear([{ kind: 'session', id }]),
    callNamed: id => calls.get(id) ?? {},
    told: report.told,
    stray: () => kept,
  }
}

function remember(calls: Map<string, AgentJson>, id: string, update: AgentJson): void {
  const told = Object.entries(update).filter(([, value]) => value !== null)
  calls.set(id, { ...calls.get(id), ...Object.fromEntries(told) })
  const [oldest] = calls.keys()
  if (calls.size > CALLS_KEPT && oldest !== undefined) calls.delete(oldest)
}
