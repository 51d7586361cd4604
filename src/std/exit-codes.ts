/** What the shell learns when a command ends. The numbers are a contract; scripts branch on them. */
export const EXIT = {
  verified: 0,
  limit: 1,
  usage: 2,
  noCriterion: 3,
  gateBroken: 4,
  tampered: 5,
  stuck: 6,
  agentUnusable: 7,
  busy: 8,
  paused: 9,
  aborted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
