import { whyNoActions } from '../loop/approval.ts'
import { exitCodeOf } from '../loop/outcome.ts'
import type { LoopState } from '../loop/state.ts'
import type { Environment, Shell } from '../system/shell.ts'

export interface Hooks {
  /** Run after every turn, with the verdict as JSON on its standard input. */
  readonly postIteration: string | ((verdict: IterationVerdict) => void | Promise<void>) | null
  /** Run once the work is verified. */
  readonly onVerified: string | null
}

/** What a hook receives about a closed turn. */
export interface IterationVerdict {
  readonly loop: string
  readonly iteration: number
  readonly verdict: string
  readonly missing: string | null
  readonly failing: readonly string[]
  readonly failing_count: number
  readonly tree: string | null
  /** Null while the loop continues. */
  readonly ended: { readonly status: string; readonly exit_code: number } | null
}

interface HookPorts {
  readonly shell: Shell
  readonly env: Environment
  readonly nonce: string
  readonly warn: (message: string) => void
}

const AFTER_WAIVER = 'A finding was waived, and it is unknown whether a person or the agent did that.'

const HOOK_MS = 60_000

/** Calls the hooks for a closed turn. A failing hook is reported and does not change the loop. */
export async function callHooks(hooks: Hooks, state: LoopState, ports: HookPorts): Promise<void> {
  // A turn that met a rate limit did not happen; the hook is called when it is repeated.
  if (state.phase === 'waiting') return
  const verdict = verdictOf(state)
  const { postIteration } = hooks
  try {
    if (typeof postIteration === 'function') await postIteration(verdict)
  } catch (error) {
    ports.warn(`the post-iteration hook failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (typeof postIteration === 'string') await runHook('post-iteration', postIteration, state, ports)
}

/** A loop whose check passed from the start is verified too, although no turn was closed. */
export async function callEndHook({ onVerified }: Hooks, state: LoopState, ports: HookPorts): Promise<void> {
  if (onVerified === null || state.outcome?.kind !== 'verified') return
  if (whyNoActions(state) === null) await runHook('on-verified', onVerified, state, ports)
  else ports.warn(`--on-verified did not run. ${AFTER_WAIVER} Run it yourself: ${onVerified}`)
}

async function runHook(
  name: string,
  command: string,
  state: LoopState,
  { shell, env, nonce, warn }: HookPorts,
): Promise<void> {
  const { spec } = state
  const result = await shell.run({
    command,
    cwd: spec.workspace,
    env: { ...env, AGENT_LOOP_ID: spec.id },
    nonce,
    timeoutMs: HOOK_MS,
    stdin: `${JSON.stringify(verdictOf(state))}\n`,
  })
  if (result.kind === 'exited' && result.exitCode === 0) return
  const how = result.kind === 'exited' ? `exit code ${result.exitCode}` : result.kind
  warn(`the ${name} hook failed (${how}): ${command}`)
}

export function verdictOf({ spec, iteration, checks, failing, missing, turn, outcome }: LoopState): IterationVerdict {
  return {
    loop: spec.id,
    iteration,
    verdict: checks.at(-1)?.verdict ?? 'not_yet',
    missing,
    failing: failing?.ids ?? [],
    failing_count: failing?.count ?? 0,
    tree: turn?.tree ?? null,
    ended: outcome && { status: outcome.kind, exit_code: exitCodeOf(outcome) },
  }
}
