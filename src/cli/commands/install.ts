import { installing } from '../../assistants/install/changes.ts'
import { INSTALL_HOSTS, partsFor, stillToKnow } from '../../assistants/install/hosts.ts'
import type { Command } from '../command.ts'
import { carryOut, readText, recall, remember, SCOPE_FLAGS, showChanges, targetOf } from '../installation.ts'
import { cliProblem } from '../problems.ts'

export const install: Command = {
  summary:
    "Adds skills, commands, the Stop hook, and the MCP server to an assistant's files. Existing content stays as it is, and uninstall removes exactly what was added.",
  usage: `agent-loop install ${INSTALL_HOSTS.join('|')} [--user|--project] [--dry-run]`,
  settings: [],
  flags: SCOPE_FLAGS,

  async run(context) {
    const target = targetOf(context, 'install')
    const known = recall(context.env, target)
    const changes = partsFor(target.host, target).map(part =>
      installing(part, readText(part.path), known.parts.find(({ path }) => path === part.path) ?? null),
    )
    const unreadable = changes.find(({ skipped }) => skipped === 'unreadable')
    if (unreadable)
      throw cliProblem('assistant-file-unreadable', { path: unreadable.path, because: unreadable.because ?? '' })
    showChanges(context, target, changes)
    const note = stillToKnow(target.host, target.scope)
    if (note !== null) context.err(note)
    if (context.flags.has('dry-run')) return 0
    const made = carryOut(changes)
    const parts = changes.flatMap(({ remembered }) => (remembered === null ? [] : [remembered]))
    remember(context.env, {
      host: target.host,
      root: target.root,
      parts,
      folders: [...new Set([...known.folders, ...made])],
    })
    return 0
  },
}
