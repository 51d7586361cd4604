import type { ToolResult } from '../check/completion/completion-check.ts'
import type { Tokens } from './models/price.ts'
import type { AgentTrouble } from './trouble.ts'

/** One fact of an agent's report, in any format. */
export type Fact =
  /** The agent's own words: a message, or a part of one. */
  | { readonly kind: 'text'; readonly text: string; readonly part?: true }
  /** What it is about to do, for people who watch. */
  | { readonly kind: 'doing'; readonly says: string }
  /** Output outside the report: shown, but not part of the answer. */
  | { readonly kind: 'aside'; readonly text: string }
  | { readonly kind: 'tool'; readonly result: ToolResult }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'model'; readonly name: string }
  /** Usage of one step, to be added up; or of the whole turn so far, which replaces earlier numbers. */
  | { readonly kind: 'used'; readonly by: 'step' | 'turn'; readonly tokens: Tokens | null; readonly usd: number | null }
  /** An error. A program may recover from it: it counts only if the program did not end well. */
  | { readonly kind: 'trouble'; readonly trouble: AgentTrouble }
  | { readonly kind: 'end'; readonly well: boolean }

export const said = (text: string | null): Fact[] => (text === null ? [] : [{ kind: 'text', text }])
export const inSession = (id: string | null): Fact[] => (id === null ? [] : [{ kind: 'session', id }])
export const withModel = (name: string | null): Fact[] => (name === null ? [] : [{ kind: 'model', name }])

const LONGEST_DOING = 160

/** A tool and its most informative argument, in one line. */
export function doing(tool: string | null, input: unknown): Fact {
  const given = typeof input === 'string' ? input : input === undefined ? '' : JSON.stringify(input)
  const line = `${tool ?? 'tool'} ${given}`.replace(/\s+/g, ' ').trim()
  return { kind: 'doing', says: line.length > LONGEST_DOING ? `${line.slice(0, LONGEST_DOING)}…` : line }
}

const LONGEST_CONTENT = 4_000

/** The result of a tool, shortened for checks. */
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
