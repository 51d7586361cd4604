import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'

/** Why a fleet cannot be used, or refuses a request. */
export const fleetProblem = problemsOf({
  'package-missing': problemText<{ name: string }>(
    'unsupported',
    ({ name }) => `The fleet needs the package ${name}, which is not installed.`,
    ({ name }) => `Install it next to agent-loop: npm install ${name}`,
  ),
  'no-fleet': plainProblem(
    'bad-arguments',
    'No fleet was named.',
    'Add --fleet postgres://…, set AGENT_LOOP_FLEET, or name it in agent-loop.config.json.',
  ),
  'bad-address': problemText<{ because: string }>(
    'bad-arguments',
    ({ because }) => `The address of the fleet cannot be used: ${because}`,
    () => 'Use postgres://user@host/database?sslmode=verify-full',
  ),
  unreachable: problemText<{ because: string }>(
    'storage',
    ({ because }) => `The fleet's database does not answer: ${because}`,
    () => 'Check the address, the network, and that PostgreSQL runs.',
  ),
  'no-remote': problemText<{ name: string; because: string }>(
    'bad-arguments',
    ({ name, because }) => `The git remote ${name} cannot be used: ${because}`,
    () => 'Name one that you and the workers can reach: --fleet-remote <name or URL>',
  ),
  'password-in-remote': plainProblem(
    'bad-arguments',
    'The address of the git remote contains a password, which would be stored in the database.',
    'Use an address without it, and give the workers their own access.',
  ),
  'secret-in-request': plainProblem(
    'bad-arguments',
    'The task, the check, or the agent command contains a secret, which would be stored in the database.',
    'Read it from an environment variable of the worker, and name that variable: --fleet-needs NAME',
  ),
  'not-in-fleet': problemText<{ flags: readonly string[] }>(
    'bad-arguments',
    ({ flags }) => `A loop in a fleet cannot use ${flags.join(', ')}.`,
    () => 'Fetch its result with agent-loop fleet pull, and commit or push it from there.',
  ),
  'no-repository': problemText<{ tree: string }>(
    'bad-arguments',
    ({ tree }) => `${tree} is not a git repository, and workers get their code through git.`,
    () => 'Run git init, commit, and add a remote.',
  ),
  'git-failed': problemText<{ because: string }>(
    'storage',
    ({ because }) => `git failed: ${because}`,
    () => 'Check that the remote can be reached and written to.',
  ),
  'no-such-loop': problemText<{ id: string }>(
    'no-such-loop',
    ({ id }) => `The fleet has no loop ${id}.`,
    () => 'List its loops: agent-loop status --all',
  ),
  'not-begun': problemText<{ id: string; status: string }>(
    'no-such-loop',
    ({ id, status }) =>
      status === 'queued'
        ? `${id} has not started: it waits for a worker.`
        : `${id} was ${status} before a worker started it.`,
    ({ id, status }) =>
      status === 'paused' ? `Resume it: agent-loop resume ${id}` : 'See what waits: agent-loop status',
  ),
  'no-such-worker': problemText<{ id: string }>(
    'bad-arguments',
    ({ id }) => `The fleet has no worker ${id}.`,
    () => 'List them: agent-loop fleet workers',
  ),
  'still-running': problemText<{ id: string; worker: string | null }>(
    'tree-busy',
    ({ id, worker }) => (worker === null ? `${id} waits for a worker.` : `${id} is running on ${worker}.`),
    ({ id }) => `Wait for it, or pause it first: agent-loop pause ${id}`,
  ),
  'key-not-trusted': problemText<{ key: string; worker: string }>(
    'tampered',
    ({ key, worker }) => `The receipt is signed by the key ${key} of ${worker}, which you have not trusted.`,
    ({ worker }) => `Compare the key with the one that the worker prints, then: agent-loop fleet trust ${worker}`,
  ),
  'receipt-wrong': problemText<{ because: string }>(
    'tampered',
    ({ because }) => `The receipt does not match the result: ${because}.`,
    () => 'Do not use this result. Prove the files yourself: agent-loop prove',
  ),
  'submission-wrong': problemText<{ field: string }>(
    'tampered',
    ({ field }) => `The database has a submission that agent-loop did not write: ${field} is wrong.`,
    () => 'Do not use this loop, and find out who wrote to the database.',
  ),
  'remote-unknown': problemText<{ address: string }>(
    'tampered',
    ({ address }) => `The files of this loop are on ${address}, which is not a remote of this repository.`,
    () => 'If you know that address, add it as a remote (git remote add fleet <address>) and pull again.',
  ),
  'journal-wrong': problemText<{ because: string }>(
    'tampered',
    ({ because }) => `The journal in the database is not the one that workers wrote: ${because}.`,
    () => 'Do not use this loop, and find out who wrote to the database.',
  ),
  'files-wrong': problemText<{ turn: number; path: string }>(
    'tampered',
    ({ turn, path }) =>
      `The files of turn ${turn} on the remote contain ${JSON.stringify(path)}, which is outside the tree.`,
    () => 'Do not use this loop, and find out who pushed to the remote.',
  ),
  'not-as-submitted': problemText<{ id: string; names: readonly string[] }>(
    'tampered',
    ({ id, names }) => `${id} is not the loop that you submitted. It differs in: ${names.join(', ')}.`,
    () => 'Do not use this result, and find out who wrote to the database.',
  ),
  'not-submitted-here': problemText<{ id: string }>(
    'needs-person',
    ({ id }) =>
      `${id} was not submitted from this machine, so agent-loop cannot tell whether its check and its agent are yours.`,
    ({ id }) => `Review the values above. To accept them: agent-loop fleet pull ${id} -y`,
  ),
  'setup-failed': problemText<{ command: string; because: string }>(
    'storage',
    ({ command, because }) => `${command} failed on the worker: ${because}`,
    () => 'Fix the command of --fleet-setup.',
  ),
  'no-postgres-user': plainProblem(
    'unsupported',
    'PostgreSQL does not run as root, and this machine has no user postgres.',
    'Run this as another user, or name a database of yours: --fleet postgres://…',
  ),
  'not-open': problemText<{ id: string; status: string }>(
    'bad-arguments',
    ({ id, status }) => `${id} cannot be resumed in the fleet: it is ${status}.`,
    () => 'Start a new loop.',
  ),
  'tree-not-clean': plainProblem(
    'tree-busy',
    'This working tree has uncommitted changes, or is at another commit than the one that the loop started with.',
    'Commit or stash them, check out that commit, or add --force to replace the files.',
  ),
})
