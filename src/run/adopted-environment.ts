import { scryptSync } from 'node:crypto'
import { isCredentialName, publicVariables, secretVariables } from '../std/redact.ts'
import type { Adoption } from '../store/adoptions.ts'
import type { Environment } from '../system/shell.ts'

type StoredEnvironment = Pick<Adoption, 'env' | 'secrets' | 'digests'>

/**
 * The environment of an adopted loop's checks, without secrets. A stop brings those: a credential with any value, because credentials
 * are renewed; every other variable with the value that it had at the adoption, because it may choose programs or their options.
 */
export function storedEnvironment(env: Environment, nonce: string): StoredEnvironment {
  const left = Object.entries(secretVariables(env)).filter(([name]) => name !== SEARCH_PATH)
  const others = left.filter(([name]) => !isCredentialName(name))
  return {
    env: { ...publicVariables(env), ...(env[SEARCH_PATH] === undefined ? {} : { [SEARCH_PATH]: env[SEARCH_PATH] }) },
    secrets: left.map(([name]) => name).filter(isCredentialName),
    digests: Object.fromEntries(others.map(([name, value]) => [name, digestOf(name, value, nonce)])),
  }
}

/** Names folders, whatever it looks like. Without it, no check works. */
const SEARCH_PATH = 'PATH'

/** The environment of a check, from the adoption and from the process that the assistant started. Nothing else comes from there. */
export function adoptedEnvironment(
  { env, secrets, digests = {}, nonce }: StoredEnvironment & Pick<Adoption, 'nonce'>,
  own: Environment,
): Environment {
  const isSame = ([name, digest]: readonly [string, string]): boolean =>
    own[name] !== undefined && digestOf(name, own[name], nonce) === digest
  const names = [
    // Older versions saved other names too, or none.
    ...(secrets ?? Object.keys(own)).filter(isCredentialName),
    ...Object.entries(digests)
      .filter(isSame)
      .map(([name]) => name),
  ].filter(name => !(name in env) && name in own)
  return { ...env, ...Object.fromEntries(names.map(name => [name, own[name]])) }
}

const COST = { N: 4096 }

/** Slow on purpose: a short password must not be guessed from the file. */
const digestOf = (name: string, value: string, nonce: string): string =>
  scryptSync(value, `${nonce} ${name}`, 32, COST).toString('hex')
