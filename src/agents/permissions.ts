/** What an agent may do without a person's word: `ask` puts every question to the person in front of the terminal. */
export const PERMISSIONS = ['ask', 'auto-edit', 'full', 'deny'] as const

export type Permissions = (typeof PERMISSIONS)[number]
