import type { StopVerdict } from '../../run/daemon/envelope.ts'
import type { HostName } from './hosts.ts'

/** As the host understands it, for its standard output; null for nothing at all. */
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

/** What the person sees. Hosts that have no words for that get none on the output; those stand on the error stream. */
function leaving(host: HostName, says: string): object {
  switch (host) {
    case 'cursor':
    case 'copilot':
      return {}
    default:
      return { systemMessage: says }
  }
}

/** Hosts put longer answers into a file and show the beginning. */
const LONGEST = 9_000

function shortened(reason: string): string {
  if (reason.length <= LONGEST) return reason
  const half = LONGEST / 2 - 50
  return `${reason.slice(0, half)}\n\n… (shortened) …\n\n${reason.slice(-half)}`
}
