/** Text with parts that are shown as code: commands, paths, and ids. */
export type Inline = readonly (string | { readonly code: string })[]

/** A part of a report. Each format renders the same parts. */
export type Block =
  | { readonly kind: 'title' | 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: Inline }
  | { readonly kind: 'list'; readonly items: readonly Inline[] }
  /** Labels and values. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: Inline])[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly Inline[])[] }

export const code = (text: string): { readonly code: string } => ({ code: text })

/** Several values as code, separated by commas. */
export const codes = (texts: readonly string[]): Inline =>
  texts.flatMap((text, index) => [...(index === 0 ? [] : [', ']), code(text)])

/** Messages mark code with backticks. */
export const withCode = (text: string): Inline =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : code(part)))
