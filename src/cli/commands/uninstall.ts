import { uninstalling } from '../../assistants/install/changes.ts'
import { INSTALL_HOSTS, partsFor } from '../../assistants/install/hosts.ts'
import type { Remembered } from '../../assistants/install/part.ts'
import type { Command } from '../command.ts'
import {
  carryOut,
  type InstallationRecord,
  neededElsewhere,
  readText,
  recall,
  remember,
  removeEmpty,
  SCOPE_FLAGS,
  showChanges,
  targetOf,
} from '../installation.ts'

export const uninstall: Command = {
  summary:
    'Removes from the files of an assistant what install added. Files that you changed since are skipped and listed.',
  usage: `agent-loop uninstall ${INSTALL_HOSTS.join('|')} [--user|--project] [--dry-run]`,
  settings: [],
  flags: SCOPE_FLAGS,

  async run(context) {
    const target = targetOf(context, 'uninstall')
    const known = recall(context.env, target)
    const shared = neededElsewhere(context.env, target)
    const changes = partsFor(target.host, target)
      .filter(({ path }) => !shared.has(path))
      .map(part => uninstalling(part, readText(part.path), partOf(known, part.path)))
    showChanges(context, target, changes)
    if (context.flags.has('dry-run')) return 0
    carryOut(changes)
    removeEmpty(known.folders)
    remember(context.env, { ...known, parts: [] })
    return 0
  },
}

/** A recorded installation added only the recorded parts. Without a record, it may have added all of them. */
const partOf = ({ parts }: InstallationRecord, path: string): Remembered | 'not-ours' | null =>
  parts.find(part => part.path === path) ?? (parts.length === 0 ? null : 'not-ours')
