import type { Edit } from '../projects/case.ts'

/** A task of a plan for a real project: what its list says, what was broken before, and what its agent does turn by turn. */
export interface PlannedWork {
  readonly name: string
  readonly says: string
  /** What its agent is like. */
  readonly agent: string
  readonly until: string
  /** Committed before the plan: a planted bug, the test of a missing feature. */
  readonly given: readonly Edit[]
  /** The edits of each turn; the last ones also in every later turn. An edit whose place is gone, or that is made already, is left out. */
  readonly turns: readonly (readonly Edit[])[]
  /** Made when the result came back from the merge queue, after every conflict was decided for the branch. */
  readonly back?: readonly Edit[]
  /** What the agent does besides its edits. */
  readonly also?: 'ticks-boxes' | 'leaves-process' | 'takes-notes'
  readonly after?: string
  /** Nobody solves it, or it comes after such a task. */
  readonly never?: true
}

/** A public project by name and commit, and a plan for it. */
export interface ProjectPlan {
  readonly repo: string
  readonly commit: string
  readonly needs: readonly string[]
  readonly gate: string
  /** Pathspecs of the tests: on every commit, criteria run with the tests as they were before the plan. */
  readonly tests: readonly string[]
  readonly tasks: readonly PlannedWork[]
}

/** What the agent of the plan reads. */
export type AgentScript = Readonly<Record<string, Pick<PlannedWork, 'turns' | 'back' | 'also'>>>

export const idOf = (name: string): string => `${name.toUpperCase()}-1`

/** The list of the plan, as a checklist. */
export const listOf = ({ tasks }: ProjectPlan): string =>
  tasks
    .map(({ name, says, until, after }) => {
      const behind = after === undefined ? '' : ` (after: ${idOf(after)})`
      return `- [ ] ${idOf(name)} ${says} [task ${name}]${behind}\n  - until: \`${until}\`\n`
    })
    .join('')
