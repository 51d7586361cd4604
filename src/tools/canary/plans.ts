import { TOOLS } from '../catalog.ts'
import type { CanaryPlan, TestPlanting } from './canary-plan.ts'

const plantings = [...new Set(TOOLS.flatMap(({ canary }) => canary?.tests ?? []))]

/** How tests are planted in a file, by its name. */
export const plantingFor = (path: string): TestPlanting | undefined => plantings.find(({ files }) => files.test(path))

/** The error that the first of these tools must notice that has one. */
export const errorsFor = (tools: readonly string[]): CanaryPlan['errors'] =>
  tools.map(name => TOOLS.find(tool => tool.name === name)?.canary?.errors).find(errors => errors !== undefined)
