import type { ToolResult } from '../check/completion/completion-check.ts'
import type { Tokens } from './models/price.ts'
import type { AgentTrouble } from './trouble.ts'

/** One thing that an agent's report says, whatever its format. */
export type Fact =
  /** The agent's own words: a message, or a part of one. */
  | { readonly kind: 'text'; readonly text: string; readonly part?: true }
  /** What it is about to do, for whoever watches. */
  | { readonly kind: 'doing'; readonly says: string }
  /** Printed beside the report: shown, and no part of the answer. */
  | { readonly kind: 'aside'; readonly text: string }
  | { readonly kind: 'tool'; readonly result: ToolResult }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'model'; readonly name: string }
  /** Used by one step, to be added up; or by the whole turn so far, which stands for all that was told before. */
  | { readonly kind: 'used'; readonly by: 'step' | 'turn'; readonly tokens: Tokens | null; readonly usd: number | null }
  /** What went wrong. A program may get over it: only one that did not end well is in trouble. */
  | { readonly kind: 'trouble'; readonly trouble: AgentTrouble }
  | { readonly kind: 'end'; readonly well: boolean }

export const said = (text: string | null): Fact[] => (text === null ? [] : [{ kind: 'text', text }])
export const inSession = (id: string | null): Fact[] => (id === null ? [] : [{ kind: 'session', id }])
export const withModel = (name: string | null): Fact[] => (name === null ? [] : [{ kind: 'model', name }])

const LONGEST_DOING = 160

/** A tool and the most telling of what it is given, in one line. */
export function doing(tool: string | null, input: unknown): Fact {
  const given = typeof input === 'string' ? input : input === undefined ? '' : JSON.stringify(input)
  const line = `${tool ?? 'tool'} ${given}`.replace(/\s+/g, ' ').trim()
  return { kind: 'doing', says: line.length > LONGEST_DOING ? `${line.slice(0, LONGEST_DOING)}…` : line }
}

const LONGEST_CONTENT = 4_000

/** What a tool returned, as far as a check may look at it. */
export const toolFact = (tool: string, isError: boolean, content: unknown): Fact => ({
  kind: 'tool',
  result: {
    tool,
    is_error: isError,
    content: typeof content === 'string' ? content.slice(0, LONGEST_CONTENT) : bounded(content),
  },
})

const bounded = (content: unknown): unknown => {
  const text = JSON.stringify(content) ?? ''
  return text.length > LONGEST_CONTENT ? text.slice(0, LONGEST_CONTENT) : content
}
