/** How a package of the AI SDK is used to reach a service. */
interface ModelProvider {
  readonly package: string
  /** The package's exported function that creates the provider. */
  readonly create: string
  readonly url: string | null
  readonly keyVariable: string | null
  /** Whether the price list has its models. The cost of a private server is unknown. */
  readonly hasPrices: boolean
}

const hosted = (name: string, create: string, url: string, keyVariable: string): ModelProvider => ({
  package: `@ai-sdk/${name}`,
  create,
  url,
  keyVariable,
  hasPrices: true,
})

const compatible = (url: string | null): ModelProvider => ({
  package: '@ai-sdk/openai-compatible',
  create: 'createOpenAICompatible',
  url,
  keyVariable: null,
  hasPrices: false,
})

/** The provider for every server with OpenAI's API. */
export const COMPATIBLE = 'compatible'

/** Anthropic, OpenAI, and compatible servers were tested; the others are called as their packages document. */
export const PROVIDERS: Readonly<Record<string, ModelProvider>> = {
  anthropic: hosted('anthropic', 'createAnthropic', 'https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'),
  openai: hosted('openai', 'createOpenAI', 'https://api.openai.com/v1', 'OPENAI_API_KEY'),
  google: hosted(
    'google',
    'createGoogleGenerativeAI',
    'https://generativelanguage.googleapis.com/v1beta',
    'GOOGLE_GENERATIVE_AI_API_KEY',
  ),
  mistral: hosted('mistral', 'createMistral', 'https://api.mistral.ai/v1', 'MISTRAL_API_KEY'),
  xai: hosted('xai', 'createXai', 'https://api.x.ai/v1', 'XAI_API_KEY'),
  ollama: compatible('http://127.0.0.1:11434/v1'),
  llamacpp: compatible('http://127.0.0.1:8080/v1'),
  vllm: compatible('http://127.0.0.1:8000/v1'),
  [COMPATIBLE]: compatible(null),
}
