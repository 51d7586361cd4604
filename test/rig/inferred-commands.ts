import { commandsOf } from '../../src/criteria/criterion.ts'
import { inferCompletion } from '../../src/infer/infer.ts'
import { readProject } from '../../src/infer/read-project.ts'

/** The commands that each task would be proven by in that project, without goals beside them; null where the answer is a refusal. */
export async function inferredCommands(root: string, tasks: readonly string[]): Promise<Record<string, string | null>> {
  const given: Record<string, string | null> = {}
  for (const task of tasks) {
    const inference = inferCompletion(task, await readProject(root, task))
    given[task] = inference.kind === 'refused' ? null : commandsOf(inference.done).join(' && ')
  }
  return given
}
