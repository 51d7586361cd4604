/** How people get the agents that are known, in the order in which they are suggested. The others are found by their names. */
const HOW_TO_GET: Readonly<Record<string, string>> = {
  claude: 'npm install -g @anthropic-ai/claude-code',
  codex: 'npm install -g @openai/codex',
  gemini: 'npm install -g @google/gemini-cli',
  opencode: 'npm install -g opencode-ai',
  copilot: 'npm install -g @github/copilot',
  qwen: 'npm install -g @qwen-code/qwen-code',
  pi: 'npm install -g @mariozechner/pi-coding-agent',
}

/** In a sentence, after "Install it"; empty where there is no such line. */
export const installLine = (name: string): string => (name in HOW_TO_GET ? ` (${HOW_TO_GET[name]})` : '')

/** For people without an agent program: the agent that is part of this program. */
const OWN_AGENT = [
  'Or use the built-in agent, which needs only an API key or a local model server:',
  '  npm install -g ai@6 @ai-sdk/anthropic@3            then: --agent model --model anthropic/claude-sonnet-4-5',
  '  npm install -g ai@6 @ai-sdk/openai-compatible@2    then: --agent model --model ollama/qwen3-coder',
]

/** What to do on a machine without any agent. */
export function waysToGetAnAgent(known: readonly string[]): readonly string[] {
  const named = Object.entries(HOW_TO_GET).filter(([name]) => known.includes(name))
  const others = known.filter(name => !(name in HOW_TO_GET))
  const wide = Math.max(0, ...named.map(([name]) => name.length))
  return [
    'Install one of these agents:',
    ...named.map(([name, command]) => `  ${name.padEnd(wide)}  ${command}`),
    ...(others.length === 0 ? [] : [`Also supported; install them as their documentation says: ${others.join(', ')}.`]),
    ...OWN_AGENT,
    'Or give any command that edits files: --agent-cmd "…"',
  ]
}
