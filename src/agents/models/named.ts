import { nearest } from '../../std/nearest.ts'
import type { UsageError } from '../../std/usage-error.ts'
import { agentProblem } from '../problems.ts'
import type { ModelConfig } from './config.ts'
import { COMPATIBLE, PROVIDERS } from './providers.ts'

export interface ModelPlace {
  /** The address of the server; null for the provider's own. */
  readonly url: string | null
  /** The environment variable with the key; null for the provider's own. */
  readonly keyVariable: string | null
}

/** Parses `provider/name`. With an address any name is accepted: it is then a server with OpenAI's API. */
export function modelNamed(given: string, { url, keyVariable }: ModelPlace): ModelConfig {
  const at = given.indexOf('/')
  const named = given.slice(0, Math.max(0, at))
  const known = Object.hasOwn(PROVIDERS, named)
  if (!known && url === null) throw unknownProvider(given, named)
  const provider = known ? named : COMPATIBLE
  const name = known ? given.slice(at + 1) : given
  const row = PROVIDERS[provider]
  const address = url ?? row?.url ?? null
  if (name.trim() === '' || address === null || !/^https?:\/\/./.test(address))
    throw agentProblem(name.trim() === '' ? 'model-name-missing' : 'model-url-missing', { given })
  return { provider, name, url: address, keyVariable: keyVariable ?? row?.keyVariable ?? null }
}

function unknownProvider(given: string, named: string): UsageError {
  const near = nearest(named, Object.keys(PROVIDERS))
  return agentProblem('unknown-provider', { given, near, providers: Object.keys(PROVIDERS) })
}

/** The configured model for everything that needs one. */
export interface ModelWishes extends ModelPlace {
  readonly name: string | null
}

export const NO_MODEL: ModelWishes = { name: null, url: null, keyVariable: null }
