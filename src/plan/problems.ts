import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'

const MOST_IDS = 20

const listedIds = (ids: readonly string[]): string =>
  [...ids.slice(0, MOST_IDS), ...(ids.length > MOST_IDS ? [`and ${ids.length - MOST_IDS} more`] : [])].join(', ')

/** Why a plan cannot be read, started, or continued. */
export const planProblem = problemsOf({
  'no-such-plan': problemText<{ id: string }>(
    'no-such-loop',
    ({ id }) => `There is no plan ${id} here.`,
    () => 'See agent-loop plan status',
  ),
  'no-plan': plainProblem('bad-arguments', 'There is no plan here yet.', 'Start one: agent-loop plan run PLAN.md'),
  'no-unfinished-plan': plainProblem(
    'bad-arguments',
    'There is no unfinished plan here.',
    'Name a list of tasks: agent-loop plan run PLAN.md',
  ),
  'list-missing': problemText<{ path: string }>(
    'bad-arguments',
    ({ path }) => `There is no file ${path}.`,
    () => 'Name a list of tasks: agent-loop plan PLAN.md',
  ),
  'list-folder': problemText<{ path: string }>(
    'bad-arguments',
    ({ path }) => `${path} is a folder.`,
    () => 'Run a plan for each list in it: agent-loop plan FOLDER/LIST.md',
  ),
  'list-unreadable': problemText<{ path: string; because: string }>(
    'bad-arguments',
    ({ path, because }) => `${path} ${because}.`,
    () => 'A list can be Markdown with - [ ] boxes, YAML, JSON, or JSON lines. See docs/plans.md',
  ),
  'unknown-after': problemText<{ task: string; after: string; near: string | null; ids: readonly string[] }>(
    'bad-arguments',
    ({ task, after }) => `The task ${task} comes after ${after}, which does not exist.`,
    ({ near, ids }) => `${near ? `Did you mean ${near}? ` : ''}The ids of this list: ${listedIds(ids)}`,
  ),
  'unknown-task': problemText<{ task: string; near: string | null; ids: readonly string[] }>(
    'bad-arguments',
    ({ task }) => `There is no task ${task} in this list.`,
    ({ near, ids }) => (near ? `Did you mean ${near}?` : `The ids of this list: ${listedIds(ids)}`),
  ),
  'task-cycle': problemText<{ ids: readonly string[] }>(
    'bad-arguments',
    ({ ids }) => `These tasks wait for each other: ${ids.join(' → ')}.`,
    () => 'Remove one "after".',
  ),
  'nothing-measurable': problemText<{ count: number }>(
    'no-criterion',
    ({ count }) => `None of the ${count} tasks can be measured, so nothing is started.`,
    () => 'Give each task a criterion, as suggested above.',
  ),
  'plan-no-terminal': plainProblem(
    'needs-person',
    'A person must agree to the plan, and there is no terminal to ask.',
    'Look at it with --dry-run, then add -y',
  ),
  'plan-unseen': plainProblem(
    'needs-person',
    'A plan runs commands of its list, and this client cannot ask a person about them.',
    'Call plan_propose, show its tasks to the person, and pass its digest to plan_run',
  ),
  'plan-declined': plainProblem('needs-person', 'Nothing was started.', 'Change the list, or name tasks with --only'),
  'gate-unmeasurable': problemText<{ message: string; hint: string }>(
    'no-criterion',
    ({ message }) => `The gate of the plan cannot be measured: ${message}.`,
    ({ hint }) => hint,
  ),
  'gate-cannot-run': problemText<{ gate: string; says: string }>(
    'gate-cannot-run',
    ({ gate, says }) => `The gate of the plan cannot run (${gate}), so nothing is started. ${says}`,
    () => 'Install what is missing, or give another gate: --gate "COMMAND passes"',
  ),
  'target-dirty': problemText<{ tree: string; names: string }>(
    'tree-busy',
    ({ tree, names }) => `${tree} has uncommitted changes (${names}), and results are merged into its branch.`,
    () => 'Commit or stash them, then: agent-loop plan run',
  ),
  'no-branch': plainProblem('no-worktree', 'No branch is checked out to merge into.', 'Name one: --into main'),
  'unknown-branch': problemText<{ branch: string }>(
    'bad-arguments',
    ({ branch }) => `There is no branch ${branch}.`,
    () => 'See git branch',
  ),
  'not-a-repository': problemText<{ because: string }>(
    'no-worktree',
    ({ because }) => `A plan needs git: ${because}.`,
    () => 'Run it in a git repository with a commit.',
  ),
  'plan-running': problemText<{ id: string; pid: number }>(
    'tree-busy',
    ({ id, pid }) => `The plan ${id} is already running (process ${pid}).`,
    () => 'Watch it: agent-loop plan status. Pause it: agent-loop plan pause',
  ),
  'nothing-to-drop': problemText<{ task: string; status: string }>(
    'bad-arguments',
    ({ task, status }) => `The task ${task} is ${status} and cannot be dropped.`,
    () => 'Only tasks that need a person can be dropped. See agent-loop plan status',
  ),
})
