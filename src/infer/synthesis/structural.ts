import type { Pick } from '../choice/pick.ts'
import type { CriterionDraft } from './draft.ts'
import type { Material } from './material.ts'

// The loop sets this variable to the tree as it found it. Unset, the line fails: a check that cannot compare has not said yes.
export const BASELINE = ['"$', '{AGENT_LOOP_BASELINE:?}"'].join('')

/** No command proves the task: all we can say is that something changed, and what the remaining checks say. */
export function structuralDraft(
  { task, project, reading }: Material,
  parts: readonly Pick[],
  wish = '',
): CriterionDraft {
  const files = [...project.tree]
    .flatMap(([folder, { files }]) => files.map(name => (folder === '' ? name : `${folder}/${name}`)))
    .filter(path => mentioned(task, path))
  const named = files.slice(0, 3)
  const changed =
    named.length > 0
      ? named.map(path => `! cmp -s ${quoted(path)} ${BASELINE}/${quoted(path)}`)
      : [`! diff -rq --exclude=.git --exclude=node_modules --exclude=.aiwg ${BASELINE} . > /dev/null`]
  const others = parts.flatMap(({ options }) => options.slice(0, 1))
  const commands = [...changed, ...others.map(({ command }) => command)]
  return {
    class: 'structural',
    clauses: commands.map(command => `${command} exits 0`),
    commands,
    checks: others,
    alternatives: [],
    reasons: [
      named.length > 0
        ? `${named.join(', ')} must differ from the loop's baseline`
        : "The tree must differ from the loop's baseline",
      ...(wish === '' ? [] : [`What should hold: ${wish}.`]),
    ],
    warnings: [
      'The project has no functional test suite or CI that we could find; this only proves that something changed.',
      'This is a weak gate. Consider supplying --completion, or adding a test suite first.',
    ],
    score: 0,
    unusual: reading.unusual,
  }
}

const mentioned = (task: string, path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    /\.\w+$/.test(name) &&
    new RegExp(
      `(^|[\\s"'\`(/])${(task.includes(path) ? path : name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[\\s"'\`),.;:])`,
    ).test(task)
  )
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
