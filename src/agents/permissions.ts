/** What an agent may do without asking: `ask` passes every question to the person at the terminal. */
export const PERMISSIONS = ['ask', 'auto-edit', 'full', 'deny'] as const

export type Permissions = (typeof PERMISSIONS)[number]
