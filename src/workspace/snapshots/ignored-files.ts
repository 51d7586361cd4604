import type { Environment } from '../../system/shell.ts'
import { fromText, toText } from './byte-path.ts'
import { freezeRules } from './freeze-rules.ts'
import { ignoredAmong } from './ignore-rules.ts'

/** Of these files, those that git ignores and does not track. None when the rules cannot be read. */
export async function ignoredFiles(tree: string, env: Environment, paths: readonly string[]): Promise<string[]> {
  const rules = paths.length === 0 ? null : await freezeRules(tree, env, new Set())
  if (!rules?.ok) return []
  const kept = new Set(rules.value.tracked)
  return ignoredAmong(rules.value.sources, paths.map(fromText))
    .filter(path => !kept.has(path))
    .map(toText)
}
