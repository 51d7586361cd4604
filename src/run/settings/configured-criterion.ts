import { fromConfiguration, fromEnvironment, type SettingsEnvironment, variableOf } from './sources.ts'

export interface ConfiguredCriterion {
  /** The file or the variable that sets it. */
  readonly by: string
  readonly isFile: boolean
  /** Null for a check that is data. */
  readonly criterion: string | null
}

/** The criterion that loops use here without being given one, and what sets it; null when it is inferred. */
export async function configuredCriterion(env: SettingsEnvironment, tree: string): Promise<ConfiguredCriterion | null> {
  const own = fromEnvironment(env).completion
  if (own !== undefined) return { by: variableOf('completion'), isFile: false, criterion: own }
  const { given, sections, name } = await fromConfiguration(tree)
  if (given.completion !== undefined) return { by: name, isFile: true, criterion: given.completion }
  return sections.check === undefined ? null : { by: name, isFile: true, criterion: null }
}
