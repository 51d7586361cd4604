import type { Pick } from '../choice/pick.ts'
import type { ProposalReason } from '../decision.ts'
import { type CriterionDraft, exitsWithZero } from './draft.ts'
import type { Material } from './material.ts'

// The loop sets this variable to the tree as it found it. Unset, the line fails: a check that cannot compare must not pass.
export const BASELINE = ['"$', '{AGENT_LOOP_BASELINE:?}"'].join('')

/** No command proves the task: only that something changed, and that the remaining checks pass. */
export function changedFilesDraft(
  { task, project, reading }: Material,
  parts: readonly Pick[],
  more: readonly ProposalReason[] = [],
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
    clauses: commands.map(exitsWithZero),
    commands,
    checks: others,
    rejected: [],
    reasons: [{ code: 'must-change', files: named }, ...more],
    warnings: [{ code: 'only-change-proven' }, { code: 'weak-gate' }],
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
