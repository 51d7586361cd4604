import type { Criterion } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import type { Pick } from '../choice/pick.ts'
import type { CriterionClause, ProposalReason } from '../decision.ts'
import { type CriterionDraft, exitsWithZero } from './draft.ts'
import type { Material } from './material.ts'

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
  const others = parts.flatMap(({ options }) => options.slice(0, 1))
  const commands = others.map(({ command }) => command)
  return {
    class: 'structural',
    clauses: [...(named.length > 0 ? named : [null]).map(changed), ...commands.map(exitsWithZero)],
    commands,
    checks: others,
    named: [],
    rejected: [],
    reasons: [{ code: 'must-change', files: named }, ...more],
    warnings: [{ code: 'only-change-proven' }, { code: 'weak-gate' }],
    score: 0,
    unusual: reading.unusual,
  }
}

/** A file, or any file, differs from before the first turn. */
export const changed = (path: string | null): CriterionClause => ({ goal: changedFile(path) })

export function changedFile(path: string | null): Criterion {
  const goal = { kind: 'changed', path, said: '' } as const
  return { ...goal, said: describeCriterion(goal) }
}

export const isChange = (clause: CriterionClause): boolean => 'goal' in clause && isChanged(clause.goal)

export const isChanged = ({ kind }: Criterion): boolean => kind === 'changed'

const mentioned = (task: string, path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    /\.\w+$/.test(name) &&
    new RegExp(
      `(^|[\\s"'\`(/])${(task.includes(path) ? path : name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[\\s"'\`),.;:])`,
    ).test(task)
  )
}
