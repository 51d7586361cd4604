import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'

/** What the machine refuses: disk, locks, processes, the sandbox. */
export const systemProblem = problemsOf({
  'path-unusable': problemText<{ path: string; because: string }>(
    'storage',
    ({ path, because }) => `${path} cannot be used: ${because}`,
    () => 'Free disk space or fix the permissions. Saved data is not lost.',
  ),
  'state-home-unwritable': problemText<{ home: string; because: string }>(
    'storage',
    ({ home, because }) => `The state home ${home} is not writable (${because}).`,
    () => 'Fix its permissions, or set XDG_STATE_HOME to a folder that you can write to.',
  ),
  'state-home-untrusted': problemText<{ home: string; path: string; why: string }>(
    'storage',
    ({ home, path, why }) => `The state home ${home} is not private: ${path} ${why}.`,
    ({ path }) =>
      `Set XDG_STATE_HOME to a folder that only you can change, or take it back: chown "$(id -un)" '${path}' && chmod go-w '${path}'`,
  ),
  'locked-too-long': problemText<{ directory: string }>(
    'storage',
    ({ directory }) => `${directory} has been locked for too long.`,
    () => 'Find the agent-loop process that hangs, and end it.',
  ),
  'no-process-identity': plainProblem(
    'unsupported',
    'Cannot read process start times on this system, so loops cannot be locked safely.',
    'On Linux, mount /proc.',
  ),
  'sandbox-not-installed': plainProblem(
    'unsupported',
    'The bubblewrap sandbox needs the program `bwrap`, which is not installed.',
    'Install it (apt-get install bubblewrap, dnf install bubblewrap; Linux only), or leave out --sandbox.',
  ),
  'sandbox-refused': problemText<{ because: string }>(
    'unsupported',
    ({ because }) => `bubblewrap does not work on this system: ${because}.`,
    () => 'Allow unprivileged user namespaces, or leave out --sandbox.',
  ),
})
