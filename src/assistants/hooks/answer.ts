import type { HostName } from '../../agents/hosts.ts'

/** The answer to a session that wants to stop: continue with this prompt, or stop, with or without a message for the person. */
export type StopVerdict =
  | { readonly kind: 'block'; readonly reason: string }
  | { readonly kind: 'let-go'; readonly says: string | null }

/** The verdict in the form of the host, for standard output; null when nothing is printed. */
export function answerFor(host: HostName, answer: StopVerdict): string | null {
  if (answer.kind === 'let-go') return answer.says === null ? null : JSON.stringify(leaving(host, answer.says))
  const reason = shortened(answer.reason)
  switch (host) {
    case 'cursor':
      return JSON.stringify({ followup_message: reason })
    case 'gemini':
      return JSON.stringify({ decision: 'deny', reason })
    default:
      return JSON.stringify({ decision: 'block', reason })
  }
}

/** The message for the person. Some hosts have no field for it; it is on standard error as well. */
function leaving(host: HostName, says: string): object {
  switch (host) {
    case 'cursor':
    case 'copilot':
      return {}
    default:
      return { systemMessage: says }
  }
}

/** Hosts move longer answers into a file and show only the beginning. */
const MAX_LENGTH = 9_000

function shortened(reason: string): string {
  if (reason.length <= MAX_LENGTH) return reason
  const half = MAX_LENGTH / 2 - 50
  return `${reason.slice(0, half)}\n\n… (shortened) …\n\n${reason.slice(-half)}`
}
