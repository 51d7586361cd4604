import { TOOLS } from '../catalog.ts'
import type { CanaryPlan, TestPlanting } from './canary-plan.ts'

/** How tests are planted in a file: as one of the runners that ran it does it, else as anybody does in a file of that name. */
export function plantingFor(path: string, runners: readonly string[]): TestPlanting | undefined {
  const ran = TOOLS.filter(({ name }) => runners.includes(name))
  return [...ran, ...TOOLS].flatMap(({ canary }) => canary?.tests ?? []).find(({ files }) => files.test(path))
}

/** Whether one of these runners has tests in such a file that are named by a text, so that a title leads to its file. */
export const isTitled = (path: string, runners: readonly string[]): boolean =>
  TOOLS.some(({ name, canary }) => runners.includes(name) && canary?.tests?.titled && canary.tests.files.test(path))

/** The error that the first of these tools must notice that has one. */
export const errorsFor = (tools: readonly string[]): CanaryPlan['errors'] =>
  tools.map(name => TOOLS.find(tool => tool.name === name)?.canary?.errors).find(errors => errors !== undefined)
