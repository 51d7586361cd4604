/** An assistant that we may be running inside. */
export interface AssistantProvider {
  readonly name: string
  readonly version: string | null
  /** It has its own `/goal`, which drives the turns. */
  readonly nativeGoal: boolean
}

interface Known {
  readonly name: string
  readonly aliases: readonly string[]
  /** Variables that it sets for the commands it runs. */
  readonly marks: readonly string[]
  /** The first version with `/goal`; null where there is none. */
  readonly goalSince: string | null
}

const KNOWN: readonly Known[] = [
  { name: 'claude-code', aliases: ['claude', 'claudecode'], marks: ['CLAUDECODE'], goalSince: '2.1.139' },
  {
    name: 'codex',
    aliases: ['codex-cli', 'openai-codex'],
    marks: ['CODEX_THREAD_ID', 'CODEX_SANDBOX', 'CODEX_CI'],
    goalSince: '0.128.0',
  },
  { name: 'gemini', aliases: ['gemini-cli'], marks: ['GEMINI_CLI'], goalSince: null },
  { name: 'opencode', aliases: [], marks: ['OPENCODE'], goalSince: null },
  { name: 'cursor', aliases: ['cursor-agent', 'cursor-cli'], marks: ['CURSOR_AGENT'], goalSince: null },
  {
    name: 'copilot',
    aliases: ['copilot-cli', 'github-copilot'],
    marks: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
    goalSince: null,
  },
]

/** By all their names. */
export const ASSISTANTS: readonly string[] = KNOWN.flatMap(({ name, aliases }) => [name, ...aliases])

export const PROVIDER_NAMES: readonly string[] = [...KNOWN.map(({ name }) => name), 'generic']

/** Reads "codex" or "claude-code@2.1.100"; null for a name that we do not know. */
export function providerNamed(text: string): AssistantProvider | null {
  const [name = '', version] = text.trim().toLowerCase().split('@')
  if (name === 'generic' || name === 'none') return { name: 'generic', version: null, nativeGoal: false }
  const known = KNOWN.find(each => each.name === name || each.aliases.includes(name))
  if (known === undefined) return null
  const given = version === undefined || version === '' ? null : version.replace(/^v/, '')
  return { name: known.name, version: given, nativeGoal: hasGoal(known, given) }
}

/** The one assistant whose marks are in the environment. Of several none is guessed. */
export function providerIn(environment: Readonly<Record<string, string | undefined>>): AssistantProvider | null {
  const found = KNOWN.filter(({ marks }) => marks.some(mark => (environment[mark] ?? '') !== ''))
  const [only, ...others] = found
  return only === undefined || others.length > 0 ? null : providerNamed(only.name)
}

const hasGoal = ({ goalSince }: Known, version: string | null): boolean =>
  goalSince !== null && (version === null || !isOlder(version, goalSince))

function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map(text => text.split(/[.-]/).map(part => Number.parseInt(part, 10) || 0))
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
