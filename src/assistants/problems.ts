import { plainProblem, problemsOf, problemText } from '../std/usage-error.ts'

const SEE_STATUS = 'Call loop_status to list the loops.'

/** What can be wrong when an assistant uses agent-loop. */
export const assistantProblem = problemsOf({
  'unknown-assistant': problemText<{ name: string; known: readonly string[] }>(
    'bad-arguments',
    ({ name }) => `Unknown assistant "${name}".`,
    ({ known }) => `Known assistants: ${known.join(', ')}`,
  ),
  'no-parent-process': plainProblem(
    'unsupported',
    'Cannot find the process that started agent-loop.',
    'Run it from a session of an assistant.',
  ),
  'session-missing': plainProblem(
    'bad-arguments',
    'No session given.',
    'Give session: the id that the Stop hook receives.',
  ),
  'outside-turn': plainProblem(
    'bad-arguments',
    'This session is not in a turn of a loop.',
    'Start a loop with loop_adopt.',
  ),
  'raise-needs-person': plainProblem('needs-person', 'Raising a limit needs a person.', 'Start a new loop instead.'),
  'no-directory': problemText<{ directory: string }>(
    'bad-arguments',
    ({ directory }) => `There is no directory ${directory}.`,
    () => 'Give cwd a directory that exists.',
  ),
  'no-such-loop': problemText<{ id: string }>(
    'no-such-loop',
    ({ id }) => `There is no loop "${id}".`,
    () => SEE_STATUS,
  ),
  'no-resource': problemText<{ name: string; id: string }>(
    'no-such-loop',
    ({ name, id }) => `The loop ${id} has no ${name}.`,
    () => SEE_STATUS,
  ),
})
