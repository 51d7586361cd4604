import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'

interface LoopFacts {
  readonly id: string
}

const SEE_LIST = 'See agent-loop list'

/** Why a command cannot do what its arguments ask for. */
export const cliProblem = problemsOf({
  'native-windows': plainProblem('unsupported', 'Native Windows is not supported. Run agent-loop inside WSL.', ''),
  'processes-unknown': plainProblem(
    'unsupported',
    'Cannot read process start times on this system, so loops cannot be locked safely.',
    'Mount /proc.',
  ),
  'no-service-manager': problemText<{ because: string }>(
    'unsupported',
    ({ because }) => `Cannot set up a service here: ${because}.`,
    () => 'Start this command at login by other means: agent-loop daemon run',
  ),
  'service-file-not-ours': problemText<{ path: string }>(
    'bad-arguments',
    ({ path }) => `${path} was not written by agent-loop and was not changed.`,
    () => 'Move it away, then try again.',
  ),
  'assistant-file-unreadable': problemText<{ path: string; because: string }>(
    'bad-arguments',
    ({ path, because }) => `Cannot change ${path}: ${because}.`,
    () => 'Nothing was written. Fix the file, then try again.',
  ),
  'report-not-written': problemText<{ path: string; because: string }>(
    'bad-arguments',
    ({ path, because }) => `Cannot write ${path}: ${because}.`,
    () => 'Name a file that you may write: --output FILE',
  ),
  'no-notifications': problemText<{ folder: string }>(
    'bad-arguments',
    () => 'No notifications are configured.',
    ({ folder }) => `Write {"notify": {"desktop": true}} into ${folder}/config.json, or into agent-loop.config.json.`,
  ),
  'config-exists': problemText<{ file: string }>(
    'bad-arguments',
    ({ file }) => `This project already has a configuration: ${file}.`,
    ({ file }) => `Edit ${file}, or delete it and run agent-loop init again.`,
  ),
  'init-needs-person': plainProblem(
    'needs-person',
    'A person must confirm the configuration, and there is no terminal. Nothing was written.',
    'Add -y to write it without being asked: agent-loop init -y',
  ),
  'criterion-not-understood': problemText<{ because: string }>(
    'no-criterion',
    ({ because }) => because,
    () => 'Name the check: agent-loop gate doctor "npm test passes"',
  ),
  'cannot-be-forked': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) =>
      `The loop ${id} cannot be forked: it has no agent, or its check belongs to the program that started it.`,
    () => 'Start a new loop: agent-loop run "…"',
  ),
  'fork-needs-agent': problemText<LoopFacts>(
    'no-agent',
    ({ id }) => `The agent of the loop ${id} cannot be started again, or not with another model or permissions.`,
    ({ id }) => `Name an agent: agent-loop fork ${id} --agent claude`,
  ),
  'loop-in-several-projects': problemText<LoopFacts & { directories: readonly string[] }>(
    'no-such-loop',
    ({ id }) => `Several of your projects have a loop ${id}.`,
    ({ directories }) => directories.map(directory => `Add --cwd ${shellQuote(directory)}`).join('\n'),
  ),
  'project-gone': problemText<LoopFacts & { directory: string }>(
    'no-such-loop',
    ({ id, directory }) => `The loop ${id} worked in ${directory}, which no longer exists.`,
    () => SEE_LIST,
  ),
  'plan-in-fleet': problemText<{ address: string }>(
    'bad-arguments',
    ({ address }) => `Tasks of this plan run in the fleet at ${address}.`,
    () => 'Name it again: agent-loop plan run --fleet <url>',
  ),
  'port-taken': problemText<{ port: number; because: string }>(
    'bad-arguments',
    ({ port, because }) => `Cannot listen on port ${port}: ${because}.`,
    () => 'Leave out --port to use a free one: agent-loop ui',
  ),
  'no-session-for-loop': problemText<LoopFacts>(
    'no-such-loop',
    ({ id }) => `No session takes the turns of ${id}.`,
    () => SEE_LIST,
  ),
  'no-log': problemText<{ iteration: number; log: string; turns: number }>(
    'bad-arguments',
    ({ iteration, log }) => (iteration === 0 ? 'The first turn has not started.' : `Turn ${iteration} has no ${log}.`),
    ({ turns }) => `The loop has ${turns} ${turns === 1 ? 'turn' : 'turns'} so far.`,
  ),

  'no-snapshots': problemText<LoopFacts>(
    'no-such-loop',
    ({ id }) => `There are no snapshots of a loop "${id}" in this project.`,
    () => SEE_LIST,
  ),
  'no-snapshot-yet': plainProblem('no-such-loop', 'This loop has no snapshot yet.', 'See agent-loop status'),
  'snapshots-unreadable': problemText<{ because: string }>(
    'state-corrupt',
    ({ because }) => `Cannot compare the snapshots: ${because}`,
    () => 'Snapshots of other turns may still be readable.',
  ),

  'resume-needs-person': problemText<{ command: string }>(
    'needs-person',
    () => 'Only a person can raise a limit, and there is no terminal to confirm it.',
    ({ command }) => `Add -y to confirm: ${command}`,
  ),
  'clear-needs-person': problemText<{ count: number }>(
    'no-criterion',
    ({ count }) => `Deleting reflections (${count}) needs a person's confirmation, and there is no terminal.`,
    () => 'agent-loop reflections clear --yes',
  ),
  'outside-turn': plainProblem(
    'bad-arguments',
    'This is not inside a turn of a loop.',
    'Only the agent of a loop can report that it is blocked.',
  ),
  'waive-inside-turn': plainProblem(
    'bad-arguments',
    'This is inside a turn. An agent cannot waive findings about its own work.',
    'If a test contradicts the task: agent-loop blocked --test "<id>" --reason "…"',
  ),
  'waive-needs-terminal': plainProblem(
    'bad-arguments',
    'A person must confirm this, and there is no terminal.',
    'Run the same command at a terminal. Without one, start a new loop with --waive <finding>, or with gate.waive in the configuration.',
  ),
  'loop-lacks-finding': problemText<{ name: string; has: readonly string[] }>(
    'bad-arguments',
    ({ name }) => `This loop has no finding "${name}".`,
    ({ has }) =>
      has.length === 0 ? 'It has no findings. To waive a test, write test:<id>.' : `It has ${has.join(', ')}`,
  ),
  'not-one-failing-test': problemText<{ name: string; matches: number; failing: readonly string[] }>(
    'bad-arguments',
    ({ name, matches }) =>
      `${matches === 0 ? 'No failing test' : 'More than one failing test'} of this loop is called "${name}".`,
    ({ failing }) => `Failing tests: ${failing.join(', ') || 'none'}`,
  ),

  'receipt-damaged': problemText<LoopFacts & { because: string }>(
    'state-corrupt',
    ({ id, because }) => `The receipt of ${id} is damaged: ${because}.`,
    () => 'Restore the file from a backup, or run the loop again.',
  ),
  'no-receipt': problemText<LoopFacts & { status: string | null }>(
    'no-such-loop',
    ({ id, status }) =>
      `The loop ${id} has no receipt: it ${status === null ? 'has not ended' : `ended as ${status}`}.`,
    () => 'Only verified and claimed loops have a receipt.',
  ),

  'nothing-to-merge': problemText<LoopFacts & { tree: string }>(
    'bad-arguments',
    ({ id, tree }) => `The loop ${id} has no worktree: it worked directly in ${tree}. There is nothing to merge.`,
    ({ id }) => `See its changes: agent-loop diff ${id}`,
  ),
  'none-to-merge': plainProblem('bad-arguments', 'No verified loop of this project has a worktree to merge.', SEE_LIST),
  'several-to-merge': problemText<{ commands: readonly string[] }>(
    'bad-arguments',
    ({ commands }) => `${commands.length} loops can be merged. Name one of them.`,
    ({ commands }) => commands.join('\n'),
  ),
  'not-verified': problemText<LoopFacts & { status: string; tree: string }>(
    'bad-arguments',
    ({ id, status }) => `The loop ${id} is not verified (${status}). Only verified work is merged.`,
    ({ id, tree }) => `See agent-loop status ${id}. Its work is in ${tree}`,
  ),
  'worktree-gone': problemText<LoopFacts & { tree: string }>(
    'bad-arguments',
    ({ id, tree }) => `${tree} no longer exists: the loop ${id} was merged, or its worktree was removed.`,
    () => SEE_LIST,
  ),
  'started-on-no-branch': problemText<LoopFacts & { branch: string }>(
    'bad-arguments',
    ({ id }) => `The loop ${id} started at a commit, not on a branch, so there is no branch to merge into.`,
    ({ branch }) => `Merge ${branch} by hand.`,
  ),
  'check-not-stored': problemText<LoopFacts & { branch: string }>(
    'bad-arguments',
    ({ id }) => `The check of ${id} was an object of the program that started it, so it cannot be run again.`,
    ({ branch }) => `Merge ${branch} by hand.`,
  ),
})
