import { exists, type Project } from '../../tools/manifests/project.ts'
import type { Candidate } from '../evidence.ts'
import type { CiStep } from './ci-step.ts'

const TESTS = /^(?:ctest\b|(?:g?make|ninja|cmake --build|meson)\b.*\b(?:test|check)\b)/

/**
 * CI creates a build folder and tests in it: `cd build; cmake ..; make test`. That says nothing about the project's own Makefile; it is
 * evidence for the command that configures, builds, and tests with this generator.
 */
export function testedInBuildFolder(
  steps: readonly CiStep[],
  manifests: readonly Candidate[],
  project: Project,
): Candidate[] {
  const created = steps.filter(({ folder }) => folder !== '' && !exists(project, folder))
  return manifests.flatMap(form => {
    const generator = form.main === 'test' ? /^(?:cmake|meson)\b/.exec(form.command)?.[0] : undefined
    const isOwn = (step: CiStep, other: CiStep): boolean =>
      step.source === other.source && step.folder === other.folder && other.command.startsWith(`${generator} `)
    const step = created.find(one => TESTS.test(one.command) && created.some(other => isOwn(one, other)))
    if (generator === undefined || step === undefined) return []
    const { source, line, weight, command } = step
    return [{ ...form, layer: 4, source, line, weight, fact: { code: 'ci-runs-same-tool', command } } as const]
  })
}
