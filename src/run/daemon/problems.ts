import { plainProblem, problemsOf, problemText } from '../../std/usage-error.ts'

/** Why the daemon cannot be used, or refuses a request. */
export const daemonProblem = problemsOf({
  'no-socket-folder': problemText<{ folders: readonly string[] }>(
    'storage',
    ({ folders }) => `The daemon's socket cannot be created in any of these folders: ${folders.join(', ')}`,
    () => 'Set XDG_RUNTIME_DIR to a short path that only you can read.',
  ),
  'foreign-socket': problemText<{ socket: string; because: string }>(
    'storage',
    ({ socket, because }) => `Nothing was sent to ${socket}: ${because}. Another user could receive your environment.`,
    () => 'Stop the daemon that uses it, set XDG_RUNTIME_DIR to a folder that only you can change, and try again.',
  ),
  'loops-running': problemText<{ count: number }>(
    'tree-busy',
    ({ count }) => `${count} loops are running in the background.`,
    () => 'Add --force to interrupt them. They resume when a daemon runs again.',
  ),
  'about-to-exit': plainProblem('leaving', 'The daemon is about to exit.', 'Try again.'),
  interrupted: plainProblem('bad-arguments', 'Nothing was started.', 'Interrupted before the daemon answered.'),
  'daemon-newer': problemText<{ theirs: string; ours: string }>(
    'unsupported',
    ({ theirs, ours }) => `Your background loops run with agent-loop ${theirs}. This is the older version ${ours}.`,
    () => 'Use the newer version, or stop its daemon first: agent-loop daemon stop',
  ),
  'not-started': problemText<{ log: string }>(
    'storage',
    () => 'The daemon for background loops could not be started.',
    ({ log }) => `See its log: ${log}`,
  ),
  'already-running': problemText<{ id: string }>(
    'tree-busy',
    ({ id }) => `${id} is running in the background.`,
    ({ id }) => `Watch it: agent-loop attach ${id}`,
  ),
})
