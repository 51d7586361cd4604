import { SETTING_NAMES, settingNamed } from '../../run/settings/settings.ts'
import { isUsageError } from '../../std/usage-error.ts'
import type { CommandContext, Flag } from '../command.ts'
import type { CommandEntry } from '../command-entry.ts'
import { COMMON_FLAGS, flagsOf } from '../flags.ts'
import { type Completion, FILES, thingsNamed } from './things.ts'
import { nextSlot, usageForms } from './usage-slots.ts'

/** What the word under the cursor can become. It is the last one and may be empty. */
export async function candidatesFor(
  typed: readonly string[],
  commands: readonly CommandEntry[],
  context: CommandContext,
): Promise<readonly Completion[]> {
  // Bash counts the sign between a flag and its value as a word.
  const words = typed.filter((word, index) => word !== '=' || index === 0)
  const [current = '', ...reversed] = typed.at(-1) === '=' ? ['', ...words.toReversed()] : words.toReversed()
  try {
    const found = await allFor({ before: reversed.toReversed(), current }, commands, context)
    return found.filter(({ text }) => text.startsWith(current) || text === FILES)
  } catch (error) {
    if (isUsageError(error)) return []
    throw error
  }
}

type Flagged = Readonly<Record<string, Flag>>

interface TypedWords {
  readonly before: readonly string[]
  /** The word under the cursor. */
  readonly current: string
}

async function allFor(
  { before, current }: TypedWords,
  commands: readonly CommandEntry[],
  context: CommandContext,
): Promise<readonly Completion[]> {
  const commandNamed = (name: string): CommandEntry | undefined =>
    commands.find(command => command.name === name || command.aliases?.includes(name))
  const [name, ...rest] = withoutCommonFlags(before)
  if (name === undefined) return current.startsWith('-') ? flagNames(TOP_FLAGS) : commandNames(commands)
  const entry = commandNamed(name)
  // A sentence takes the flags of `run`.
  const command = await (entry ?? commandNamed('run'))?.load()
  if (command === undefined) return []
  const flags = flagsOf(command)
  const joined = /^--([a-z-]+)=/.exec(current)
  if (joined?.[1] !== undefined) return prefixed(joined[0], await valuesOf(joined[1], flags, context))
  const open = flagNamed(rest.at(-1), flags)
  if (open !== null && flags[open]?.takes === 'text') return await valuesOf(open, flags, context)
  if (current.startsWith('-')) return flagNames(unused(flags, rest))
  if (entry === undefined) return []
  const slot = nextSlot(usageForms(command.usage, entry.name), positionalsIn(rest, flags))
  const words = slot.words.map(text => ({ text, says: '' }))
  return [...words, ...(await Promise.all(slot.things.map(thing => thingsNamed(thing, context)))).flat()]
}

const TOP_FLAGS: Flagged = {
  help: { takes: 'nothing', says: 'show all commands' },
  version: { takes: 'nothing', says: '' },
}

const commandNames = (commands: readonly CommandEntry[]): readonly Completion[] =>
  commands.filter(({ group }) => group !== undefined).map(({ name, summary }) => ({ text: name, says: summary }))

const flagNames = (flags: Flagged): readonly Completion[] =>
  Object.entries(flags).map(([name, { says }]) => ({ text: `--${name}`, says }))

/** A flag that may be given once, and was, is not offered again. */
const unused = (flags: Flagged, given: readonly string[]): Flagged =>
  Object.fromEntries(
    Object.entries(flags).filter(([name, { many }]) => many || !given.some(word => flagNamed(word, flags) === name)),
  )

function flagNamed(word: string | undefined, flags: Flagged): string | null {
  const name = /^-{1,2}([a-z-]+)$/i.exec(word ?? '')?.[1]
  if (name === undefined) return null
  const found = Object.entries(flags).find(([long, { short, alias }]) =>
    word?.startsWith('--') ? name === long || name === alias : name === short,
  )
  return found?.[0] ?? null
}

function positionalsIn(words: readonly string[], flags: Flagged): readonly string[] {
  const takesNext = (word: string | undefined): boolean => flags[flagNamed(word, flags) ?? '']?.takes === 'text'
  return words.filter((word, index) => !word.startsWith('-') && !takesNext(words[index - 1]))
}

function withoutCommonFlags(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words
  const flag = flagNamed(first?.replace(/=.*/, ''), COMMON_FLAGS)
  if (flag === null) return words
  const hasValue = COMMON_FLAGS[flag]?.takes === 'text' && !first?.includes('=')
  return withoutCommonFlags(hasValue ? rest.slice(1) : rest)
}

/** Values of a flag: those that its setting lists, else what its placeholder stands for. */
async function valuesOf(name: string, flags: Flagged, context: CommandContext): Promise<readonly Completion[]> {
  const setting = SETTING_NAMES.find(each => each === name)
  const choices = setting === undefined ? undefined : settingNamed(setting).kind.choices
  if (choices !== undefined) return choices.map(text => ({ text, says: '' }))
  return await thingsNamed(VALUE_THINGS[name] ?? flags[name]?.placeholder?.toLowerCase() ?? '', context)
}

/** What these flags take, where the placeholder does not say it. */
const VALUE_THINGS: Readonly<Record<string, string>> = {
  agent: 'agent',
  'judge-agent': 'agent',
  host: 'assistant',
  resume: 'loop-id',
  path: 'file',
}

const prefixed = (prefix: string, found: readonly Completion[]): readonly Completion[] =>
  found.map(({ text, says }) => ({ text: text === FILES ? text : `${prefix}${text}`, says }))
