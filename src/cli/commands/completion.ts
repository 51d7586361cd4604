import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import type { CommandEntry } from '../command-entry.ts'
import { candidatesFor } from '../completion/candidates.ts'
import { SCRIPTS, SHELLS } from '../completion/scripts.ts'

const USAGE = `agent-loop completion ${SHELLS.join('|')}`

export const completionOf = (commands: readonly CommandEntry[]): Command => ({
  summary:
    'Prints a script that completes commands, flags, loop ids, agents, findings, and checks of the project in your shell.',
  usage: USAGE,
  settings: [],
  flags: {},

  async run(context) {
    const { positionals, json, out } = context
    const [name, ...rest] = positionals
    // The scripts call this one; nobody types it.
    if (name === 'candidates') {
      const found = await candidatesFor(rest, commands, context)
      if (json) out(JSON.stringify({ candidates: found }))
      else for (const { text, says } of found) out(says === '' ? text : `${text}\t${says}`)
      return 0
    }
    const shell = SHELLS.find(each => each === name)
    if (name === undefined) throw argumentProblem('missing-text', { what: 'shell', usage: USAGE })
    if (shell === undefined || rest[0] !== undefined)
      throw argumentProblem('unexpected-argument', {
        argument: shell === undefined ? name : (rest[0] ?? ''),
        usage: USAGE,
      })
    const script = SCRIPTS[shell]
    out(json ? JSON.stringify({ shell, script }) : script.trimEnd())
    return 0
  },
})
