import { at, fileAt, type Project, record } from '../../tools/manifests/project.ts'
import type { Check } from '../choice/checks.ts'

/** "only with the sqlite feature on", "default features switched off": the features that a task wants cargo to use, as its options. */
export function featureOptions(task: string, project: Project): string | null {
  const manifest = fileAt(project, 'Cargo.toml')?.data
  if (manifest === undefined) return null
  if (/--all-features\b|\ball (?:the )?features\b/i.test(task)) return ' --all-features'
  if (
    /--no-default-features\b|\b(?:no|without) default[- ]features\b|\bdefault[- ]features (?:\w+ )?(?:off|disabled)\b/i.test(
      task,
    )
  )
    return ' --no-default-features'
  const known = new Set([
    ...Object.keys(record(at(manifest, 'features'))),
    ...Object.entries(record(at(manifest, 'dependencies')))
      .filter(([, value]) => at(value, 'optional') === true)
      .map(([name]) => name),
  ])
  const said = [...task.matchAll(/(?:\bfeature |--features[ =])[`'"]?([\w-]+)|[`'"]?([\w-]+)[`'"]? feature\b/g)]
  const named = said
    .map(([, before, behind]) => before ?? behind ?? '')
    .find(name => known.has(name) && name !== 'default')
  return named === undefined ? null : ` --features ${named}`
}

/** The first of the commands that cargo can run with these features. */
export function withFeatures(options: readonly Check[], features: string): readonly Check[] {
  const best = options.find(({ command }) => CARGO.test(command) && !/--lib\b|--target\b/.test(command))
  if (best === undefined || best.command.includes('--all-features') || best.command.includes(features.trim()))
    return best === undefined ? options : [best, ...options.filter(one => one !== best)]
  const command = best.command
    .replace(/ --(?:features[ =]\S+|no-default-features)/g, '')
    .replace(CARGO, (line: string) => `${line}${features}`)
  return [{ ...best, command }, ...options]
}

const CARGO = /^cargo (?:\+\S+ )?(?:build|check|test|clippy|nextest run)(?= |$)/
