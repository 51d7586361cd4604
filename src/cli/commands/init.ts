import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '../../std/exit-codes.ts'
import { treeOf } from '../../system/tree.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { assistantsHere } from '../init/assistants-here.ts'
import { CONFIG_FILE, configText, draftConfig, existingConfig, type ProjectDraft } from '../init/draft-config.ts'
import { cliProblem } from '../problems.ts'
import { foldLines } from '../view/fold-lines.ts'

const USAGE = 'agent-loop init [-y] [--dry-run]'

export const init: Command = {
  summary:
    'Inspects the project and this machine, and writes agent-loop.config.json: the check, the agent, limits, and files that may change.',
  usage: USAGE,
  settings: [
    'completion',
    'auto-criteria',
    'agent',
    'agent-cmd',
    'max-iterations',
    'timeout',
    'max-cost',
    'may-change',
  ],
  flags: { 'dry-run': { takes: 'nothing', says: 'show the configuration, and write nothing' } },

  async run(context) {
    const [extra] = context.positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const tree = treeOf(context.cwd)
    const file = existingConfig(tree)
    if (file !== null) throw cliProblem('config-exists', { file })
    const draft = await draftConfig(context, tree)
    if (!context.json || context.person.confirm) for (const line of shown(draft)) context.person.show(line)
    const writes = !context.flags.has('dry-run') && (await isAgreed(context))
    if (writes) await writeConfig(context, tree, draft)
    const offered = await assistantsHere(context)
    const installed = writes ? await installChosen(context, offered) : []
    if (context.json) context.out(JSON.stringify(answer(draft, writes, offered)))
    else {
      context.out(writes ? `Wrote ${CONFIG_FILE}.` : 'Nothing was written.')
      const lines = closing(draft, offered, installed)
      for (const line of await foldLines(lines, context)) context.out(line)
    }
    return writes || context.flags.has('dry-run') ? 0 : EXIT.noCriterion
  },
}

async function isAgreed({ person, given }: CommandContext): Promise<boolean> {
  if (given['auto-criteria'] === 'true') return true
  if (!person.confirm) throw cliProblem('init-needs-person', {})
  return await (await import('../ask.ts')).confirmed(`Write ${CONFIG_FILE}?`, true)
}

async function writeConfig(context: CommandContext, tree: string, draft: ProjectDraft): Promise<void> {
  // Never over another file, nor through a link.
  writeFileSync(join(tree, CONFIG_FILE), configText(draft.config), { flag: 'wx' })
  // The person who writes these values here and now trusts them.
  const { trustWanted } = await import('../../run/request/trusted-settings.ts')
  await (await trustWanted({ ...context, given: {} }, 'our agent'))?.keep()
}

/** The assistants that the person picks get their files. */
async function installChosen(context: CommandContext, offered: readonly string[]): Promise<readonly string[]> {
  if (offered.length === 0 || !context.person.chooseAgent || context.given['auto-criteria'] === 'true') return []
  const { askWhichAssistants } = await import('../ask.ts')
  const chosen = await askWhichAssistants(offered)
  const { install } = await import('./install.ts')
  const flags = { text: () => undefined, has: () => false }
  for (const host of chosen) await install.run({ ...context, positionals: [host], flags })
  return chosen
}

const shown = ({ config, notes }: ProjectDraft): readonly string[] => [
  ...notes,
  `Proposed ${CONFIG_FILE}:`,
  ...configText(config)
    .trimEnd()
    .split('\n')
    .map(line => `  ${line}`),
]

const answer = (draft: ProjectDraft, written: boolean, assistants: readonly string[]): object => ({
  file: CONFIG_FILE,
  written,
  config: draft.config,
  notes: draft.notes,
  assistants,
  next: draft.next,
})

/** Ends with the one command to run next. */
function closing(draft: ProjectDraft, offered: readonly string[], installed: readonly string[]): readonly string[] {
  const left = offered.filter(host => !installed.includes(host))
  return [
    ...(left.length === 0 ? [] : ['To add agent-loop to the assistants on this machine:']),
    ...left.map(host => `  agent-loop install ${host}`),
    `Next: ${draft.next}`,
  ]
}
