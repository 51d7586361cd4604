import type { ToolResult } from '../check/completion/completion-check.ts'
import type { TurnRequest } from './agent.ts'
import { lastWords } from './answer.ts'
import type { Fact } from './fact.ts'
import type { Tokens } from './models/price.ts'
import type { AgentTrouble } from './trouble.ts'

/** What a turn's report contained, in bounded size. */
export interface AgentReport {
  readonly answer: string
  readonly session: string | null
  readonly model: string | null
  readonly tokens: Tokens | null
  readonly usd: number | null
  readonly tools: readonly ToolResult[]
  readonly trouble: AgentTrouble | null
  /** Null when the report ended early. */
  readonly endedWell: boolean | null
}

export interface Report {
  hear(facts: readonly Fact[]): void
  told(): AgentReport
}

const TOOLS_KEPT = 50

/** Adds up what an agent reports during one turn, and passes its messages on. */
export function openReport({ onText }: Pick<TurnRequest, 'onText'>): Report {
  let told: AgentReport = {
    answer: '',
    session: null,
    model: null,
    tokens: null,
    usd: null,
    tools: [],
    trouble: null,
    endedWell: null,
  }
  let midLine = false
  const say = (text: string): void => {
    midLine = !text.endsWith('\n')
    onText(text)
  }
  const aside = (text: string): void => say(`${midLine ? '\n' : ''}${text}\n`)
  const hearOne = (fact: Fact): void => {
    if (fact.kind === 'text') {
      const text = fact.part ? fact.text : `${midLine ? '\n' : ''}${fact.text}\n`
      told = { ...told, answer: lastWords(told.answer + text) }
      say(text)
    } else if (fact.kind === 'doing') aside(`› ${fact.says}`)
    else if (fact.kind === 'aside') aside(fact.text)
    else told = after(told, fact)
  }
  return { hear: facts => facts.forEach(hearOne), told: () => told }
}

function after(told: AgentReport, fact: Exclude<Fact, { kind: 'text' | 'doing' | 'aside' }>): AgentReport {
  switch (fact.kind) {
    case 'tool':
      return { ...told, tools: [...told.tools, fact.result].slice(-TOOLS_KEPT) }
    case 'session':
      return { ...told, session: fact.id }
    case 'model':
      return { ...told, model: fact.name }
    case 'used':
      return {
        ...told,
        tokens: fact.by === 'turn' ? (fact.tokens ?? told.tokens) : added(told.tokens, fact.tokens),
        usd: fact.by === 'turn' ? (fact.usd ?? told.usd) : fact.usd === null ? told.usd : (told.usd ?? 0) + fact.usd,
      }
    case 'trouble':
      return { ...told, trouble: fact.trouble }
    case 'end':
      return { ...told, endedWell: fact.well, trouble: fact.well ? null : told.trouble }
  }
}

const added = (before: Tokens | null, more: Tokens | null): Tokens | null =>
  before === null || more === null
    ? (before ?? more)
    : {
        input: before.input + more.input,
        output: before.output + more.output,
        cacheRead: before.cacheRead + more.cacheRead,
        cacheWrite: before.cacheWrite + more.cacheWrite,
      }
