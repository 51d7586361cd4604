import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installedBin } from '../../scripts/install-agents.mjs'
import type { ModelFailure } from './model-server.ts'

/** What makes a real program talk to a model on loopback and to nobody else. Its version stands in `scripts/install-agents.mjs`. */
export interface RealAgent {
  readonly name: string
  /** The program that speaks the protocol for it, where that is another. */
  readonly protocol?: string
  /** Its model, in its own words. */
  readonly model: string | null
  /** What it finds in its environment, and in its home, which is empty but for this. */
  readonly env: (url: string) => Readonly<Record<string, string>>
  readonly files?: (url: string) => Readonly<Record<string, string>>
  /** How its service says that a limit lasts for an hour, where that is not by header and words. */
  readonly limit?: Partial<ModelFailure>
}

export const AN_HOUR = 3_600

/** A limit as the agent's own service tells it, over in an hour. */
export const limitOf = ({ limit }: RealAgent): ModelFailure => ({
  kind: 'fails',
  status: 429,
  message: `Rate limit reached. Please retry in ${AN_HOUR}s.`,
  retryAfter: AN_HOUR,
  ...limit,
})

// Long enough that a program which blots the key out everywhere hides nothing else.
const KEY = 'no-real-key-0000000000000000'

// With a header they wait in silence for as long as it says.
const NO_HEADER = { retryAfter: undefined }

export const REAL_AGENTS: readonly RealAgent[] = [
  {
    name: 'codex',
    protocol: 'codex-acp',
    model: 'gpt-5',
    // It refuses to keep its helpers under the temporary folder.
    env: () => ({ NO_REAL_KEY: KEY, TMPDIR: '/var/tmp' }),
    // The limit of a subscription: it tells the time of day at which that is over.
    limit: {
      document: {
        error: {
          type: 'usage_limit_reached',
          message: 'The usage limit has been reached',
          plan_type: 'pro',
          resets_at: Math.floor(Date.now() / 1_000) + AN_HOUR,
        },
      },
    },
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
    limit: NO_HEADER,
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
    protocol: 'claude-acp',
    model: 'claude-sonnet-4-5',
    env: url => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_MODEL: 'claude-sonnet-4-5',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      IS_SANDBOX: '1',
    }),
  },
  {
    name: 'opencode',
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
    limit: NO_HEADER,
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
    limit: NO_HEADER,
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

export const realAgent = (name: string): RealAgent => {
  const found = REAL_AGENTS.find(agent => agent.name === name)
  if (!found) throw new Error(`no real agent ${name}`)
  return found
}

/** Gives an agent its home, and says what it may find in its environment. Nothing is inherited but the search path. */
export function settle(agent: RealAgent, home: string, url: string): Record<string, string> {
  for (const [file, text] of Object.entries(agent.files?.(url) ?? {})) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  const bins = [agent.name, agent.protocol]
    .map(name => (name === undefined ? null : installedBin(name)))
    .filter(Boolean)
  return { PATH: [...bins, process.env['PATH']].join(':'), HOME: home, NO_COLOR: '1', ...agent.env(url) }
}
