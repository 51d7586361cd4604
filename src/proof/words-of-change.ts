/** What findings say about a loop, and how a proof of somebody's change says it: it has no turns, and no agent reads it. */
const PHRASES: readonly (readonly [of: RegExp, says: string])[] = [
  [/ If one contradicts the task, report it with `agent-loop blocked --test`\./g, ''],
  [/\bbefore the first turn\b/g, 'before the change'],
  [/\bBefore the first turn\b/g, 'Before the change'],
  [/\bwithout your change\b/g, 'without the change'],
  [/\bstatus that the agent sets\b/g, 'status that the author sets'],
]

export const inWordsOfChange = (says: string): string =>
  PHRASES.reduce((text, [of, words]) => text.replace(of, words), says)
