import type { CommandContext } from '../command.ts'
import { safeLine } from '../safe-text.ts'

export interface Completion {
  readonly text: string
  /** Shown beside it, where the shell can. */
  readonly says: string
}

/** Stands for names of files, which shells complete themselves. */
export const FILES = ':files'

type Source = (context: CommandContext) => Promise<readonly Completion[]>

const files: Source = async () => [{ text: FILES, says: '' }]

/** The kinds of things that usage lines and placeholders name. Each loads what it needs. */
const THINGS: Readonly<Record<string, Source>> = {
  'loop-id': loops,
  finding: findings,
  criterion: scripts,
  agent: agents,
  assistant: async () => (await import('../../agents/hosts.ts')).HOSTS.map(text => ({ text, says: '' })),
  shell: async () => (await import('./scripts.ts')).SHELLS.map(text => ({ text, says: '' })),
  file: files,
  dir: files,
}

/** Everything of that name here; nothing for a name that is not a kind of thing. */
export const thingsNamed: (name: string, context: CommandContext) => ReturnType<Source> = async (name, context) =>
  (await THINGS[name]?.(context)) ?? []

/** The loops of this project, the newest first. */
async function loops(context: CommandContext): Promise<readonly Completion[]> {
  const { loopsOfProject } = await import('../project-of-loop.ts')
  const found = (await loopsOfProject(context)).toSorted((a, b) => (a.last_active < b.last_active ? 1 : -1))
  return found.map(({ loop_id, status, task }) => ({ text: loop_id, says: safeLine(`${status}: ${task}`) }))
}

async function findings(): Promise<readonly Completion[]> {
  const { RULES } = await import('../../proof/rules.ts')
  return RULES.map(({ rule, means }) => ({ text: rule, says: means }))
}

/** The checks of this project, the strongest first. */
async function scripts({ cwd }: CommandContext): Promise<readonly Completion[]> {
  const [{ readProject }, { gather }] = await Promise.all([
    import('../../infer/read-project.ts'),
    import('../../infer/gather.ts'),
  ])
  const checks = gather(await readProject(cwd)).checks.toSorted((a, b) => b.score - a.score)
  return checks.map(({ command, main }) => ({ text: safeLine(command), says: main }))
}

async function agents(context: CommandContext): Promise<readonly Completion[]> {
  const [{ agentsHere }, { installedAgents }] = await Promise.all([
    import('../../run/request/trusted-settings.ts'),
    import('../../agents/installed.ts'),
  ])
  const known = await agentsHere(context)
  const here = await installedAgents(known, context.env)
  const others = Object.keys(known).filter(name => !here.includes(name))
  return [
    ...here.map(text => ({ text, says: 'installed' })),
    { text: 'auto', says: 'the first that is installed' },
    { text: 'model', says: 'the built-in agent' },
    ...others.map(text => ({ text, says: 'not installed' })),
  ]
}
