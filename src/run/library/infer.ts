import { inferCompletion } from '../../infer/infer.ts'
import type { Inference } from '../../infer/proposal.ts'
import { readProject } from '../../infer/read-project.ts'
import { type CamelKeys, camelKeys } from '../../std/key-case.ts'

/** A proposal with its criterion as data (`done`), or a refusal with suggestions. */
export type Inferred = CamelKeys<Inference>

/**
 * Proposes the check that proves a task done in a project, with evidence, or refuses. Reads files and runs nothing.
 *
 * Pass the answer to `run` as `until`. A proposal with `needsHumanConfirmation` is refused there: look at it first, then pass its
 * `done`.
 *
 * @example
 * ```ts
 * import { infer } from 'agent-loop'
 *
 * const inferred = await infer('fix the failing tests')
 * if (inferred.kind === 'proposed') console.log(inferred.proposal.verificationCommand) // npm test
 * ```
 */
export async function infer(task: string, { cwd = process.cwd() }: { readonly cwd?: string } = {}): Promise<Inferred> {
  return camelKeys<Inference>(inferCompletion(task, await readProject(cwd, task)))
}
