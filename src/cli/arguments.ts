import { parseArgs } from 'node:util'
import type { Given } from '../run/settings/values.ts'
import { nearest } from '../std/nearest.ts'
import type { UsageError } from '../std/usage-error.ts'
import { argumentProblem } from './argument-problems.ts'
import type { Command, Flag, Flags } from './command.ts'
import { commands } from './commands.ts'
import { flagsOf } from './flags.ts'

export interface Arguments {
  readonly positionals: readonly string[]
  readonly flags: Flags
  /** The settings that were given as flags. */
  readonly given: Given
}

/** Reads the arguments of a command. Unknown flags are refused, so that a typo never starts anything. */
export async function readArguments(args: readonly string[], command: Command): Promise<Arguments> {
  const known = flagsOf(command)
  const parsed = parse(args, known)
  if ('unknown' in parsed) throw await unknownFlag(parsed.unknown, command)
  const { values, positionals, tokens } = parsed
  refuseRepeated(tokens, known)
  const value = (name: string): Value | undefined => {
    const alias = known[name]?.alias
    return values[name] ?? (alias === undefined ? undefined : values[alias])
  }
  const text = (name: string): string | undefined => asText(value(name))
  const has = (name: string): boolean => value(name) === true
  return { positionals, flags: { text, has }, given: givenSettings(command, { text, has }) }
}

const givenSettings = ({ settings }: Command, { text, has }: Flags): Given =>
  Object.fromEntries(
    settings.flatMap(name => {
      const value = text(name) ?? (has(name) ? 'true' : undefined)
      return value === undefined ? [] : [[name, value]]
    }),
  )

function parse(args: readonly string[], known: Readonly<Record<string, Flag>>) {
  const options = Object.fromEntries(
    Object.entries(known).flatMap(([name, flag]) => {
      const type = flag.takes === 'text' ? ('string' as const) : ('boolean' as const)
      const many = flag.many ? { multiple: true } : {}
      const option = flag.short ? { type, short: flag.short, ...many } : { type, ...many }
      return [[name, option] as const, ...(flag.alias ? [[flag.alias, { type }] as const] : [])]
    }),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    return refusal(error)
  }
}

function refusal(error: unknown): { readonly unknown: string } {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const flag = /'(-[^ ']*)/.exec(error.message)?.[1] ?? ''
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return { unknown: flag.replace(/=.*/, '') }
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error
  const name = /--[a-z-]+/.exec(error.message)?.[0] ?? flag
  if (error.message.includes('does not take')) throw argumentProblem('flag-takes-no-value', { flag: name })
  throw argumentProblem('flag-needs-value', { flag: name })
}

/** Tells a flag of another command from a typo. */
async function unknownFlag(flag: string, command: Command): Promise<UsageError> {
  const entries = await Promise.all(
    commands
      .filter(({ group }) => group !== undefined)
      .map(async ({ name, load }) => ({ name, command: await load() })),
  )
  const own = entries.find(entry => entry.command.usage === command.usage)?.name
  const users = entries.filter(entry => spellings(entry.command).includes(flag)).map(({ name }) => name)
  const near = nearest(flag.replace(/^-+/, ''), longNames(command))
  if (users.length === 0 || own === undefined)
    return argumentProblem('unknown-flag', { flag, command: own ?? null, near })
  return argumentProblem('flag-of-other-command', { flag, command: own, users, near })
}

const longNames = (command: Command): readonly string[] =>
  Object.entries(flagsOf(command)).flatMap(([name, { alias }]) => [name, ...(alias ? [alias] : [])])

const spellings = (command: Command): readonly string[] => [
  ...longNames(command).map(name => `--${name}`),
  ...Object.values(flagsOf(command)).flatMap(({ short }) => (short ? [`-${short}`] : [])),
]

interface Token {
  readonly kind: string
  readonly name?: string
  readonly value?: unknown
}

// The last of two values would win silently, and the other may be meant.
function refuseRepeated(tokens: readonly Token[], known: Readonly<Record<string, Flag>>): void {
  const seen = new Set<string>()
  for (const { kind, name: spelled, value } of tokens) {
    if (kind !== 'option' || spelled === undefined || value === undefined) continue
    const name = Object.keys(known).find(flag => known[flag]?.alias === spelled) ?? spelled
    if (seen.has(name) && !known[name]?.many) throw argumentProblem('flag-repeated', { flag: `--${name}` })
    seen.add(name)
  }
}

type Value = string | boolean | readonly (string | boolean)[]

const asText = (value: Value | undefined): string | undefined =>
  typeof value === 'object' ? value.join('\n') : typeof value === 'string' ? value : undefined
