/** `interrupted` is never written by a loop: it is what others see of a running one whose process is gone. */
export const STATUSES = [
  'running',
  'interrupted',
  'verified',
  'limit_reached',
  'gate_broken',
  'agent_failed',
  'aborted',
] as const

export type Status = (typeof STATUSES)[number]
