import { UsageError } from '../../../std/usage-error.ts'

export interface BackgroundRequest {
  readonly task: string
  readonly completion: string | undefined
  readonly cwd: string
}

/** Begins a loop that no session waits for. The one place through which assistants start agents of ours. */
export async function startInBackground({ task }: BackgroundRequest): Promise<Readonly<Record<string, unknown>>> {
  throw new UsageError(
    'unsupported',
    'Background loops are not available in this version; nothing was started.',
    `Have this session take the turns (loop_adopt), or let the person type: agent-loop run ${JSON.stringify(task)}`,
  )
}
