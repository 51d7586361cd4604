import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** A real program, pinned, and what makes it talk to a model on loopback and to nobody else. */
export interface RealAgent {
  readonly name: string
  /** Packages that are installed together, with their exact versions. */
  readonly packages: readonly string[]
  /** The program that speaks the protocol for it, where that is another. */
  readonly protocol?: RealAgent
  /** Its model, in its own words. */
  readonly model: string | null
  /** What it finds in its environment, and in its home, which is empty but for this. */
  readonly env: (url: string) => Readonly<Record<string, string>>
  readonly files?: (url: string) => Readonly<Record<string, string>>
}

// Long enough that a program which blots the key out everywhere hides nothing else.
const KEY = 'no-real-key-0000000000000000'

export const REAL_AGENTS: readonly RealAgent[] = [
  {
    name: 'codex',
    packages: ['@openai/codex@0.166.0'],
    protocol: speaker('codex-acp', '@agentclientprotocol/codex-acp@2.6.0'),
    model: 'gpt-5',
    // It refuses to keep its helpers under the temporary folder.
    env: () => ({ NO_REAL_KEY: KEY, TMPDIR: '/var/tmp' }),
    files: url => ({
      '.codex/config.toml': [
        'model = "gpt-5"',
        'model_provider = "scripted"',
        '[analytics]',
        'enabled = false',
        '[features]',
        'plugins = false',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "NO_REAL_KEY"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        '',
      ].join('\n'),
    }),
  },
  {
    name: 'goose',
    packages: ['@aaif/goose-acp@1.50.0'],
    model: 'gpt-4o',
    env: url => ({
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: 'gpt-4o',
      OPENAI_API_KEY: KEY,
      OPENAI_HOST: url,
      GOOSE_DISABLE_KEYRING: '1',
    }),
  },
  {
    name: 'claude',
    packages: ['@anthropic-ai/claude-code@2.1.197'],
    protocol: speaker('claude-acp', '@agentclientprotocol/claude-agent-acp@0.49.0'),
    model: 'claude-sonnet-4-5',
    env: url => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      IS_SANDBOX: '1',
    }),
  },
  {
    name: 'opencode',
    packages: ['opencode-ai@1.18.33'],
    model: null,
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    files: url => ({
      '.config/opencode/opencode.json': JSON.stringify({
        model: 'scripted/model',
        small_model: 'scripted/model',
        autoupdate: false,
        share: 'disabled',
        enabled_providers: ['scripted'],
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'scripted',
            options: { baseURL: `${url}/v1`, apiKey: KEY },
            models: {
              model: {
                name: 'Scripted',
                tool_call: true,
                limit: { context: 128_000, output: 8_192 },
                cost: { input: 1, output: 2 },
              },
            },
          },
        },
      }),
    }),
  },
  {
    name: 'gemini',
    packages: ['@google/gemini-cli@0.61.0'],
    model: 'gemini-2.5-flash',
    env: url => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
  },
  {
    name: 'copilot',
    packages: ['@github/copilot@1.0.102'],
    model: 'gpt-5',
    env: url => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: 'gpt-5',
      COPILOT_AUTO_UPDATE: 'false',
    }),
  },
  {
    name: 'qwen',
    packages: ['@qwen-code/qwen-code@0.24.4'],
    model: 'gpt-4o',
    env: url => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'gpt-4o' }),
    files: () => ({
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
    }),
  },
  {
    name: 'pi',
    packages: ['@mariozechner/pi-coding-agent@0.73.1'],
    model: 'scripted/model',
    env: () => ({ PI_OFFLINE: '1' }),
    files: url => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          scripted: {
            baseUrl: `${url}/v1`,
            api: 'openai-completions',
            apiKey: KEY,
            models: [
              {
                id: 'model',
                name: 'Scripted',
                reasoning: false,
                input: ['text'],
                cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
                contextWindow: 128_000,
                maxTokens: 8_192,
              },
            ],
          },
        },
      }),
    }),
  },
]

function speaker(name: string, ...packages: readonly string[]): RealAgent {
  return { name, packages, model: null, env: () => ({}) }
}

export const realAgent = (name: string): RealAgent => {
  const found = REAL_AGENTS.find(agent => agent.name === name)
  if (!found) throw new Error(`no real agent ${name}`)
  return found
}

/** Where the programs stand once they are installed: outside the project. */
export const agentsCache = (): string =>
  process.env['AGENT_LOOP_AGENTS_CACHE'] ?? join(homedir(), '.cache/agent-loop/test-agents')

const folderOf = ({ name, packages }: RealAgent): string =>
  join(agentsCache(), `${name}-${packages.map(each => each.slice(each.lastIndexOf('@') + 1)).join('-')}`)

/** The folder with its commands; null when it is not installed whole. */
export function installedBin(agent: RealAgent): string | null {
  const folder = folderOf(agent)
  return existsSync(join(folder, 'installed')) ? join(folder, 'node_modules/.bin') : null
}

export const installFolder = folderOf

/** Gives an agent its home, and says what it may find in its environment. Nothing is inherited but the search path. */
export function settle(agent: RealAgent, home: string, url: string): Record<string, string> {
  for (const [file, text] of Object.entries(agent.files?.(url) ?? {})) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  const bins = [installedBin(agent), agent.protocol ? installedBin(agent.protocol) : null].filter(bin => bin !== null)
  return { PATH: [...bins, process.env['PATH']].join(':'), HOME: home, NO_COLOR: '1', ...agent.env(url) }
}

export const versionIn = (agent: RealAgent): string =>
  agent.packages[0]?.slice(agent.packages[0].lastIndexOf('@') + 1) ?? '?'
