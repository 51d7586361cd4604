import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'

interface LoopFacts {
  readonly id: string
}

const SEE_LIST = 'See agent-loop list'
const TREE_UNCHANGED = 'The tree is unchanged.'
const seeDiff = ({ id }: LoopFacts): string => `See its changes: agent-loop diff ${id}`
const IN_TURN = 'Do the work in this turn. The loop checks it when the turn ends.'
const startNew = (): string => 'Start a new loop: agent-loop run "…"'

/** Why a loop cannot start, be resumed, or be controlled. */
export const runProblem = problemsOf({
  'bad-loop-id': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `"${id}" is not a loop id.`,
    () => 'An id looks like ralph-fix-tests-a1b2c3d4. Leave out --loop-id to get one.',
  ),
  'bare-repository': problemText<{ tree: string }>(
    'bad-arguments',
    ({ tree }) => `${tree} is a bare repository: there are no files to work on.`,
    () => 'Clone it, or give it a working tree with git worktree add, and work there.',
  ),
  'request-invalid': problemText<{ issue: string }>(
    'bad-arguments',
    ({ issue }) => `${issue}.`,
    () => 'Fix the value.',
  ),
  'unknown-finding': problemText<{ name: string; near: string | null }>(
    'bad-arguments',
    ({ name }) => `There is no finding "${name}" that could be waived.`,
    ({ near }) => (near ? `Did you mean "${near}"?` : 'See all findings: agent-loop explain. Name a test as test:<id>'),
  ),
  'no-criterion': plainProblem('no-criterion', 'The loop has no criterion.', 'Give a criterion or a check.'),
  'check-of-program': plainProblem(
    'no-criterion',
    'The check of this loop is an object of the program that started it.',
    'Resume the loop from that program.',
  ),
  'agent-cost-unknown': problemText<{ agent: string }>(
    'bad-arguments',
    ({ agent }) => `The agent ${agent} does not report its cost, so a cost limit cannot be enforced.`,
    () => 'Name a model with a known price (--model), or limit tokens instead: --max-tokens 500000',
  ),
  'agent-daily-cost-unknown': problemText<{ agent: string }>(
    'bad-arguments',
    ({ agent }) => `The agent ${agent} does not report its cost, so the daily cost limit cannot be enforced.`,
    () => 'Run this loop without the daily limit: --max-cost-per-day none',
  ),
  'agent-usage-unknown': problemText<{ agent: string }>(
    'bad-arguments',
    ({ agent }) => `The agent ${agent} does not report its usage, so a limit on cost or tokens cannot be enforced.`,
    () => 'Leave out --max-cost and --max-tokens, and limit turns and time: --max-iterations 5 --timeout 30m',
  ),
  'sandbox-around-state': problemText<{ home: string; tree: string }>(
    'bad-arguments',
    ({ home, tree }) =>
      `--sandbox cannot protect ${home}: it is inside the project ${tree}, which the agent may change.`,
    () => 'Set XDG_STATE_HOME to a folder outside the project, or run without --sandbox.',
  ),
  'nothing-held-out': problemText<{ glob: string }>(
    'bad-arguments',
    ({ glob }) => `--hold-out ${glob} matches no file in the tree.`,
    () => 'Give a path or a glob from the root of the tree, such as "test/hidden/**".',
  ),
  'hold-out-adopted': problemText<{ assistant: string }>(
    'bad-arguments',
    ({ assistant }) => `--hold-out does not work in a session of ${assistant}, which may have read the tests already.`,
    () => 'Let agent-loop start the agent: agent-loop run "…" --hold-out GLOB --agent …',
  ),
  'not-adopted': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `The loop ${id} has its own agent. No assistant takes its turns.`,
    ({ id }) => `Resume it: agent-loop resume ${id}`,
  ),
  'session-busy': problemText<{ loop: string }>(
    'tree-busy',
    ({ loop }) => `This session already takes the turns of the loop ${loop}.`,
    ({ loop }) => `End it first: agent-loop abort ${loop}`,
  ),
  'no-such-loop': problemText<LoopFacts>(
    'no-such-loop',
    ({ id }) => `There is no loop "${id}".`,
    () => SEE_LIST,
  ),
  'loop-gone': problemText<LoopFacts>(
    'no-such-loop',
    ({ id }) => `The loop ${id} no longer exists.`,
    () => SEE_LIST,
  ),
  'journal-gone': problemText<{ path: string }>(
    'no-such-loop',
    ({ path }) => `${path} no longer exists.`,
    () => SEE_LIST,
  ),
  'only-state-view': problemText<LoopFacts>(
    'no-such-loop',
    ({ id }) =>
      `Only the state view of ${id} is here. The loop was started on another machine or by another user, and its other files are there.`,
    () => 'Resume it there, or start a new loop here.',
  ),
  'loop-of-other-project': problemText<LoopFacts & { directory: string }>(
    'no-such-loop',
    ({ id }) => `The loop ${id} belongs to another project.`,
    ({ directory }) => `Add --cwd ${directory}`,
  ),
  'files-not-moved': problemText<{ id: string; iteration: number; because: string }>(
    'storage',
    ({ id, iteration, because }) => `The files of turn ${iteration} of ${id} could not be put in place: ${because}`,
    () => 'Check the free space and the permissions of this directory.',
  ),
  'tree-read-only': problemText<{ tree: string }>(
    'storage',
    ({ tree }) => `${tree} is read-only, so no agent can change it.`,
    () => 'Make it writable, or work in a copy of it.',
  ),
  'tree-busy': problemText<{ loop: string; pid: number; tree: string }>(
    'tree-busy',
    ({ loop, pid, tree }) =>
      `The loop ${loop} (process ${pid}) works in ${tree}. Two agents in one tree would undo each other's work.`,
    ({ loop }) => `Wait for it, stop it with agent-loop abort ${loop}, or work in another clone.`,
  ),
  'loop-running': problemText<LoopFacts>(
    'tree-busy',
    ({ id }) =>
      `The loop ${id} is running. A person's decision counts only while the loop is stopped and no process of its agent is left.`,
    ({ id }) => `Wait for its end, or stop it: agent-loop pause ${id}. Then try again.`,
  ),
  'raise-by-assistant': problemText<LoopFacts>(
    'needs-person',
    ({ id }) => `Only a person can raise the limits of ${id}, after it has stopped. An assistant's shell cannot.`,
    () => 'Start a new loop: agent-loop adopt "<task>"',
  ),
  'loop-inside-turn': problemText<{ loop: string }>(
    'tree-busy',
    ({ loop }) => `This is a turn of the loop ${loop}. A loop cannot start another one.`,
    () => IN_TURN,
  ),
  'control-inside-turn': problemText<{ loop: string }>(
    'tree-busy',
    ({ loop }) => `This is a turn of the loop ${loop}. Only a person can do that.`,
    () => IN_TURN,
  ),
  'caller-inside-turn': plainProblem(
    'tree-busy',
    'A process inside a turn of a loop sent this request. Only a person can do that.',
    IN_TURN,
  ),
  'caller-unknown': problemText<{ loop: string }>(
    'tree-busy',
    ({ loop }) =>
      `Cannot find the process that sent this request. While the loop ${loop} is running, its agent could have sent it.`,
    ({ loop }) =>
      `Wait for its end, stop it with agent-loop abort ${loop}, or let the assistant start agent-loop mcp without --http.`,
  ),
  'caller-gone': plainProblem(
    'tree-busy',
    'The process that sent this request has closed its connection.',
    'Send it again.',
  ),
  'orphans-alive': problemText<LoopFacts>(
    'tree-busy',
    ({ id }) => `Processes of the loop ${id} still run and cannot be ended.`,
    () => 'End them, then resume the loop.',
  ),
  'still-driven': problemText<LoopFacts>(
    'tree-busy',
    ({ id }) => `The process of ${id} still runs and did not stop when asked.`,
    ({ id }) => `End that process, then: agent-loop clean ${id} --yes`,
  ),
  'turns-of-assistant': problemText<LoopFacts & { assistant: string }>(
    'no-agent',
    ({ id, assistant }) => `${assistant} takes the turns of ${id} and cannot be started from here.`,
    ({ id }) => `Resume it there: agent-loop adopt --resume ${id}`,
  ),
  'limits-used-up': problemText<LoopFacts & { flags: readonly string[] }>(
    'bad-arguments',
    ({ id }) => `The loop ${id} reached a limit. Raise it to continue.`,
    ({ id, flags }) => `agent-loop resume ${id} ${flags.join(' ')} -y`,
  ),
  'failing-at-start': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `The loop ${id} never started: its check failed before the first turn.`,
    startNew,
  ),
  'already-verified': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `The loop ${id} is verified. Nothing is left to do.`,
    seeDiff,
  ),
  'already-claimed': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `The loop ${id} ended with its agent's claim, as configured.`,
    seeDiff,
  ),
  aborted: problemText<LoopFacts>('bad-arguments', ({ id }) => `The loop ${id} was aborted.`, startNew),
  tampered: problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `The loop ${id} ended because its check was tampered with. Its result cannot be continued.`,
    seeDiff,
  ),
  stuck: problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `The loop ${id} is stuck. More turns of the same kind will not help.`,
    startNew,
  ),
  'check-broken': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `The loop ${id} ended because its check does not work. A check cannot be changed afterwards.`,
    startNew,
  ),
  'agent-failed': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `The loop ${id} ended because its agent cannot be used.`,
    startNew,
  ),
  'start-not-kept': problemText<LoopFacts>(
    'storage',
    ({ id }) => `The tree from before the loop ${id} is not stored.`,
    () => TREE_UNCHANGED,
  ),
  'not-restored': problemText<{ because: string }>(
    'storage',
    ({ because }) => `Nothing was restored: ${because}`,
    () => TREE_UNCHANGED,
  ),
  'snapshots-unreadable': problemText<{ because: string }>(
    'storage',
    ({ because }) => `Nothing can be restored: ${because}`,
    () => 'See agent-loop diff',
  ),
  'turn-not-kept': problemText<{ iteration: number; kept: readonly number[] }>(
    'bad-arguments',
    ({ iteration }) => `Turn ${iteration} is not stored.`,
    ({ kept }) => `Stored turns: ${kept.join(', ') || 'none'}.`,
  ),
  'flag-needs-flag': problemText<{ flag: string; needs: string }>(
    'bad-arguments',
    ({ flag, needs }) => `${flag} needs ${needs}.`,
    ({ needs }) => `Add ${needs}.`,
  ),
  'commit-needs-git': problemText<{ tree: string }>(
    'bad-arguments',
    ({ tree }) => `--commit needs a git repository with a commit, and ${tree} is not one.`,
    () => 'Create one: git init && git add -A && git commit -m "start"',
  ),
  'commit-not-possible': problemText<{ because: string }>(
    'bad-arguments',
    ({ because }) => `--commit is not possible: ${because}.`,
    () => 'Leave out --commit, or fix this first.',
  ),
  'push-dirty': problemText<{ files: readonly string[] }>(
    'bad-arguments',
    ({ files }) =>
      `The tree has uncommitted changes (${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}). They would be checked, but not pushed.`,
    () => 'Commit or stash them, or add --worktree.',
  ),
  'push-nowhere': problemText<{ branch: string | null }>(
    'bad-arguments',
    ({ branch }) =>
      branch === null
        ? 'No branch is checked out, so there is nothing to push to.'
        : `The branch ${branch} has no upstream to push to.`,
    ({ branch }) => (branch === null ? 'Check out a branch, then try again.' : 'Name a remote: --remote origin'),
  ),
  'push-no-remote': problemText<{ remote: string }>(
    'bad-arguments',
    ({ remote }) => `There is no remote "${remote}".`,
    () => 'See git remote -v, then name one: --remote NAME',
  ),
  'pr-no-program': plainProblem(
    'bad-arguments',
    'Neither gh nor glab is installed, so no pull request can be opened.',
    'Install one of them, or name a command: --pr-cmd "…"',
  ),
  'fork-place-gone': problemText<LoopFacts & { directory: string }>(
    'bad-arguments',
    ({ id, directory }) => `The directory of the loop ${id} no longer exists: ${directory}.`,
    () => 'A fork is a worktree of the same repository. Restore the directory, then try again.',
  ),
  'fork-start-incomplete': problemText<LoopFacts & { because: string }>(
    'bad-arguments',
    ({ id, because }) => `The files from before the first turn of ${id} cannot be put in place: ${because}.`,
    startNew,
  ),
  'nothing-saved': problemText<LoopFacts>(
    'bad-arguments',
    ({ id }) => `No files of ${id} are saved under that name.`,
    ({ id }) => `agent-loop restore ${id} start, best, or the number of a turn`,
  ),
  'hint-empty': problemText<LoopFacts>('bad-arguments', () => 'The hint is empty.', tellExample),
  'hint-too-long': problemText<LoopFacts & { longest: number }>(
    'bad-arguments',
    ({ longest }) => `The hint is longer than ${longest} characters.`,
    tellExample,
  ),
  'no-evaluator': plainProblem(
    'bad-arguments',
    'The strategy self-verifying needs a judge.',
    'Name a model (--judge-model anthropic/claude-sonnet-4-5), another agent (--judge-agent codex), or a program (--judge-cmd "…")',
  ),
  'judge-cost-unknown': plainProblem(
    'bad-arguments',
    'The judge does not report its cost, so a cost limit cannot be enforced.',
    'Name a model with a known price, or limit tokens instead: --max-tokens 500000',
  ),
  'judge-usage-unknown': plainProblem(
    'bad-arguments',
    'The judge does not report its usage, so a limit cannot be enforced.',
    'Leave out --max-cost and --max-tokens, or name a model: --judge-model provider/name',
  ),
})

function tellExample({ id }: LoopFacts): string {
  return `agent-loop tell ${id} "look at the parser first"`
}
