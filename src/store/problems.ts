import { basename, dirname } from 'node:path'
import { problemsOf, problemText, type UsageError } from '../std/usage-error.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'

/** What can be wrong with the loops on disk. */
export const storeProblem = problemsOf({
  'journal-not-durable': problemText<{ path: string }>(
    'storage',
    ({ path }) => `${path} could not be written to disk.`,
    () => 'Check the disk, then resume the loop.',
  ),
  'journal-taken-over': problemText<{ path: string }>(
    'tree-busy',
    ({ path }) => `Another process took over ${path}.`,
    () => 'This process has stopped. See agent-loop status',
  ),
  'journal-deleted': problemText<{ path: string }>(
    'tampered',
    ({ path }) =>
      `The loop's private records were deleted while it ran: ${path} no longer exists. Its results cannot be trusted.`,
    () => 'Inspect the tree and start a new loop. --sandbox keeps agents out of the private store.',
  ),
  'journal-damaged': problemText<{ path: string; line: number; what: string }>(
    'state-corrupt',
    ({ path, line, what }) => `${path} is damaged at line ${line}: ${what}.`,
    ({ path }) =>
      `The file is left as it is. Restore it from a backup, or drop the loop: agent-loop clean ${basename(dirname(path))} --yes`,
  ),
  'journal-damaged-after-checkpoint': problemText<{ damage: UsageError; iteration: number; checkpoint: string }>(
    'state-corrupt',
    ({ damage }) => damage.message,
    ({ damage, iteration, checkpoint }) => `${damage.hint} The state after turn ${iteration} is intact: ${checkpoint}`,
  ),
  'loop-exists': problemText<{ id: string; elsewhere: boolean }>(
    'bad-arguments',
    ({ id, elsewhere }) => `The loop ${id} already exists${elsewhere ? ' in another project' : ''}.`,
    () => 'Choose another --loop-id, or leave it out.',
  ),
  'registry-newer': problemText<{ path: string; version: string; ours: string }>(
    'state-newer',
    ({ path, version, ours }) => `${path} has version ${version}. This program writes version ${ours}.`,
    () => 'Use the newer agent-loop that wrote it. agent-loop status still works here.',
  ),
  'registry-damaged': problemText<{ path: string; field: string }>(
    'state-corrupt',
    ({ path, field }) => `${path} is damaged: ${field || 'the document'} is invalid.`,
    () => 'The next loop in this project moves it aside and rebuilds it from the loops.',
  ),
  'no-free-slot': problemText<{ max: number; active: readonly string[] }>(
    'at-capacity',
    ({ max, active }) => [`Maximum concurrent loops (${max}) reached`, 'Active loops:', ...active].join('\n'),
    () => 'Abort one with: agent-loop abort <id>',
  ),
  'lease-damaged': problemText<{ path: string }>(
    'tree-busy',
    ({ path }) => `${path} is damaged, so it is unknown which loop works in which tree.`,
    () => 'If no loop runs on this machine, delete that file.',
  ),
  'view-leaves-project': problemText<{ link: string }>(
    'bad-arguments',
    ({ link }) => `${link} is a link that leads out of the project, so the state of loops is not written there.`,
    ({ link }) => `Delete the link (rm ${shellQuote(link)}), or name the folder yourself: --state-dir DIR`,
  ),
  'registry-foreign': problemText<{ path: string }>(
    'bad-arguments',
    ({ path }) => `${path} was not written by agent-loop, so it is not overwritten.`,
    () => 'Move that file away, or name another folder: --state-dir DIR',
  ),
  'state-directory-is-project': problemText<{ view: string }>(
    'bad-arguments',
    ({ view }) => `The state directory ${view} contains the project itself.`,
    () => 'Give it a separate folder, such as --state-dir .aiwg/ralph',
  ),
})
