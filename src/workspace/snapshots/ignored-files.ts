import type { Environment } from '../../system/shell.ts'
import { fromText, toText } from './byte-path.ts'
import { freezeRules, ruleSources } from './freeze-rules.ts'
import { type FrozenRules, ignoredAmong } from './ignore-rules.ts'

/** The present rules. When git cannot list what it tracks, every file that a rule names counts as ignored. */
export async function presentRules(tree: string, env: Environment): Promise<FrozenRules> {
  const rules = await freezeRules(tree, env, new Set())
  return rules.ok ? rules.value : { sources: await ruleSources(tree, env, new Set()), tracked: [] }
}

/** Of these files, those that git ignores and does not track, by the present rules or by earlier ones. */
export async function ignoredFiles(
  tree: string,
  env: Environment,
  paths: readonly string[],
  earlier?: FrozenRules,
): Promise<string[]> {
  if (paths.length === 0) return []
  const { sources, tracked } = earlier ?? (await presentRules(tree, env))
  const kept = new Set(tracked)
  return ignoredAmong(sources, paths.map(fromText))
    .filter(path => !kept.has(path))
    .map(toText)
}
