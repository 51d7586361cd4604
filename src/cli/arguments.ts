import { parseArgs } from 'node:util'
import { COMMON_FLAGS, type Flag, type Flags } from '../run/request/command.ts'
import { nearest } from '../std/nearest.ts'
import { UsageError } from '../std/usage-error.ts'

export interface Arguments {
  readonly positionals: readonly string[]
  readonly flags: Flags
}

/** Reads a subcommand's arguments. What is not understood is refused in one line: a typo never starts anything. */
export function readArguments(args: readonly string[], own: Readonly<Record<string, Flag>>): Arguments {
  const known = { ...own, ...COMMON_FLAGS }
  const { values, positionals, tokens } = parse(args, known)
  refuseRepeated(tokens, known)
  const value = (name: string): Value | undefined => {
    const alias = known[name]?.alias
    return values[name] ?? (alias === undefined ? undefined : values[alias])
  }
  return {
    positionals,
    flags: {
      text: name => asText(value(name)),
      has: name => value(name) === true,
    },
  }
}

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
    throw explained(error, Object.keys(options))
  }
}

function explained(error: unknown, names: readonly string[]): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const flag = /'(-[^ ']*)/.exec(error.message)?.[1] ?? ''
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = nearest(flag.replace(/^-+/, '').replace(/=.*/, ''), names)
    return new UsageError(
      'bad-arguments',
      `Unknown flag ${flag}.`,
      near ? `Did you mean --${near}?` : 'See agent-loop --help',
    )
  }
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const bare = error.message.includes('does not take')
    const name = /--[a-z-]+/.exec(error.message)?.[0] ?? flag
    return bare
      ? new UsageError('bad-arguments', `${name} takes no value.`, `Write ${name} alone.`)
      : new UsageError(
          'bad-arguments',
          `${name} needs a value.`,
          `Write ${name} VALUE; a value that begins with "-" is written ${name}=-VALUE`,
        )
  }
  return error
}

interface Token {
  readonly kind: string
  readonly name?: string
  readonly value?: unknown
}

// Of two values the last would silently win, and nobody knows which one the person believes in.
function refuseRepeated(tokens: readonly Token[], known: Readonly<Record<string, Flag>>): void {
  const seen = new Set<string>()
  for (const { kind, name: spelled, value } of tokens) {
    if (kind !== 'option' || spelled === undefined || value === undefined) continue
    const name = Object.keys(known).find(flag => known[flag]?.alias === spelled) ?? spelled
    if (seen.has(name) && !known[name]?.many)
      throw new UsageError('bad-arguments', `--${name} is given twice.`, `Give --${name} once.`)
    seen.add(name)
  }
}

type Value = string | boolean | readonly (string | boolean)[]

const asText = (value: Value | undefined): string | undefined =>
  typeof value === 'object' ? value.join('\n') : typeof value === 'string' ? value : undefined
