import { inferCompletion } from '../../src/infer/infer.ts'
import { readProject } from '../../src/infer/read-project.ts'

/** What each task would be proven by in that project; null where the answer is a refusal. */
export async function inferredCommands(root: string, tasks: readonly string[]): Promise<Record<string, string | null>> {
  const given: Record<string, string | null> = {}
  for (const task of tasks) {
    const inference = inferCompletion(task, await readProject(root, task))
    given[task] = inference.kind === 'refused' ? null : inference.proposal.verification_command
  }
  return given
}
