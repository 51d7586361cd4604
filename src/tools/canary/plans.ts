import { TOOLS } from '../catalog.ts'
import type { CanaryPlan, TestPlanting } from './canary-plan.ts'

/** How tests are planted in a file: as one of the runners that ran it does it, else as anybody does in a file of that name. */
export function plantingFor(path: string, runners: readonly string[]): TestPlanting | undefined {
  const ran = TOOLS.filter(({ name }) => runners.includes(name))
  return [...ran, ...TOOLS].flatMap(({ canary }) => canary?.tests ?? []).find(({ files }) => files.test(path))
}

/** The error that the first of these tools must notice that has one. */
export const errorsFor = (tools: readonly string[]): CanaryPlan['errors'] =>
  tools.map(name => TOOLS.find(tool => tool.name === name)?.canary?.errors).find(errors => errors !== undefined)
