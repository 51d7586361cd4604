import { at, fileAt, list, type Project, record, string } from '../../tools/manifests/project.ts'
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
  const optional = new Set(list(at(manifest, 'features', 'default')).map(string))
  const left = WITHOUT.exec(task)
  // What is on by default goes only with all that is on by default.
  if (left !== null && optional.has(left[1] ?? left[2] ?? 'std')) return ' --no-default-features'
  const said = [...task.matchAll(/(?:\bfeature |--features[ =])[`'"]?([\w-]+)|[`'"]?([\w-]+)[`'"]? feature\b/g)]
  const named = said
    .map(([, before, behind]) => before ?? behind ?? '')
    .find(name => known.has(name) && name !== 'default')
  if (named === undefined || left?.includes(named) === true) return null
  return `${ALONE.test(task) ? ' --no-default-features' : ''} --features ${named}`
}

/** "without the std feature", "with the std feature disabled", "in a no_std build". */
const WITHOUT =
  /\bwithout (?:the )?[`'"]?([\w-]+)[`'"]? feature\b|\b([\w-]+)[`'"]? feature (?:\w+ )?(?:off|disabled)\b|\bno[_-]std\b/i
/** "with only the tiff feature". "Only with it" says when it fails, not that nothing else is on. */
const ALONE =
  /\b(?:with|for|has|have|enable[sd]?) (?:only|just|nothing but|nothing else than) (?:the )?[`'"]?[\w-]+[`'"]? feature\b|\b(?:the|as) only feature\b|\bfeature alone\b/i

/** The first of the commands that cargo can run with these features. */
export function withFeatures(options: readonly Check[], features: string): readonly Check[] {
  const best = options.find(({ command }) => CARGO.test(command) && !/--lib\b|--target\b/.test(command))
  const isLess = features.includes('--no-default-features')
  if (
    best === undefined ||
    (best.command.includes('--all-features') && !isLess) ||
    best.command.includes(features.trim())
  )
    return best === undefined ? options : [best, ...options.filter(one => one !== best)]
  const command = best.command
    .replace(/ --(?:features[ =]\S+|no-default-features|all-features)/g, '')
    .replace(CARGO, (line: string) => `${line}${features}`)
  return [{ ...best, command }, ...options]
}

const CARGO = /^cargo (?:\+\S+ )?(?:build|check|test|clippy|nextest run)(?= |$)/
