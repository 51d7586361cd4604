import { kindOf } from '../../tools/protection/kind-of.ts'
import { isCompiledWith } from '../../tools/protection/test-paths.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { isSource } from '../seal/sections/sections.ts'
import type { ExecutedTests } from '../tests/executed-tests.ts'

/**
 * Test files without which the command runs only the tests of `kept`: a smaller run, whatever the runner and however it is started. Source
 * that contains tests stays. Empty where nothing can be left out.
 */
export function otherTestFiles(executed: ExecutedTests | null, kept: readonly string[]): string[] {
  const files = new Set(executed?.tests.flatMap(({ file }) => (file === null ? [] : [file])))
  const stays = (path: string): boolean => kept.some(one => one === path || isCompiledWith(path, one))
  return [...files].filter(path => !stays(path) && kindOf(path) === 'test' && !isSource(path))
}

/** False when a file cannot be removed. */
export async function removeFiles(copy: CleanCopy, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (!(await copy.remove(path)).ok) return false
  return true
}
