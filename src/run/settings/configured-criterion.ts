import { fromConfiguration, fromEnvironment, type SettingsEnvironment, variableOf } from './sources.ts'

/** The criterion that loops use here without being given one, and what sets it; null when it is inferred. */
export async function configuredCriterion(
  env: SettingsEnvironment,
  tree: string,
): Promise<{ readonly by: string; readonly criterion: string | null } | null> {
  const own = fromEnvironment(env).completion
  if (own !== undefined) return { by: variableOf('completion'), criterion: own }
  const { given, sections, name } = await fromConfiguration(tree)
  if (given.completion !== undefined) return { by: name, criterion: given.completion }
  return sections.check === undefined ? null : { by: name, criterion: null }
}
