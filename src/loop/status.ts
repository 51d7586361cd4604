/** `interrupted` is never written by a loop: it is what others see of a running one whose process is gone. */
export const STATUSES = [
  'running',
  'interrupted',
  'paused',
  'verified',
  'claimed',
  'limit_reached',
  'stuck',
  'blocked',
  'tampered',
  'gate_broken',
  'agent_failed',
  'aborted',
] as const

/** A loop that has not ended for good: it runs, or it can be resumed. */
export const isOpen = (status: Status): boolean => OPEN.includes(status)

const OPEN: readonly Status[] = ['running', 'interrupted', 'paused']

export type Status = (typeof STATUSES)[number]

/** For people; programs read the status as it is. */
export const statusWords = (status: string): string =>
  status === 'gate_broken' ? 'check broken' : status.replaceAll('_', ' ')
