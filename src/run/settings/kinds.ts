import { parseDuration } from '../../std/duration.ts'

/** One kind of value: how it is read from text, and what it looks like in JSON. `A` is the value when none is given. */
export interface Kind<T, A> {
  /** Undefined when the text is not such a value. */
  readonly read: (text: string) => T | undefined
  readonly absent: A
  /** JSON Schema of the value in MCP arguments. A configuration file also accepts the text form. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Completes "must be …". */
  readonly is: string
  /** A valid value for an error message. */
  readonly example: string
  /** Shown in `--help` in place of the value; null for a flag that takes none. */
  readonly placeholder: string | null
  /** The values to choose from. */
  readonly choices?: readonly string[]
  /** May be given several times. */
  readonly many?: true
}

/** Several values of one setting, as one text. */
export const LIST_SEPARATOR = '\n'

const STRING = { type: 'string' } as const

export const text = (placeholder: string): Kind<string, null> => ({
  read: given => given,
  absent: null,
  schema: STRING,
  is: 'a text',
  example: placeholder,
  placeholder,
})

/** `none` takes back what the environment or a configuration names. */
export const textOrNone = (placeholder: string): Kind<string | null, null> => ({
  ...text(placeholder),
  read: given => (given === 'none' || given === '' ? null : given),
})

export const command = (example: string): Kind<string, null> => ({
  ...text('CMD'),
  read: given => (given.trim() === '' ? undefined : given),
  is: 'a command',
  example,
})

export const list = (placeholder: string): Kind<readonly string[], readonly string[]> => ({
  read: given => given.split(LIST_SEPARATOR),
  absent: [],
  schema: { type: 'array', items: STRING },
  is: 'a list of texts',
  example: placeholder,
  placeholder,
  many: true,
})

/** Names in one text, separated by commas. */
export const names: Kind<readonly string[], null> = {
  read: given => given.split(',').map(name => name.trim()),
  absent: null,
  schema: STRING,
  is: 'a name, or several with commas',
  example: 'claude',
  placeholder: 'NAME',
}

export const onOff: Kind<boolean, false> = {
  read: given => (given === 'true' ? true : given === 'false' ? false : undefined),
  absent: false,
  schema: { type: 'boolean' },
  is: 'true or false',
  example: 'true',
  placeholder: null,
}

export const wholeNumber: Kind<number, null> = {
  read: given => positive(/^\d+$/.test(given) ? Number(given) : Number.NaN, Number.isSafeInteger),
  absent: null,
  schema: { type: 'integer', exclusiveMinimum: 0 },
  is: 'a whole number above 0',
  example: '5',
  placeholder: 'N',
}

export const money: Kind<number, null> = {
  read: given => positive(/^\$?\d+(\.\d+)?$/.test(given.trim()) ? Number(given.trim().replace('$', '')) : Number.NaN),
  absent: null,
  schema: { type: 'number', exclusiveMinimum: 0 },
  is: 'an amount of US dollars above 0',
  example: '2.50',
  placeholder: 'USD',
}

/** The same, or `none` to remove a limit that other settings give. */
export const moneyOrNone: Kind<number | null, null> = {
  ...money,
  read: given => (given.trim() === 'none' ? null : money.read(given)),
  is: 'an amount of US dollars above 0, or none',
}

/** In milliseconds. */
export const duration: Kind<number, null> = {
  read: given => {
    const read = parseDuration(given)
    return read.ok ? read.value : undefined
  },
  absent: null,
  schema: STRING,
  is: 'a duration with a unit',
  example: '90s, 30m or 1h30m',
  placeholder: 'TIME',
}

export const choice = <T extends string>(choices: readonly [T, ...T[]]): Kind<T, null> => ({
  read: given => choices.find(value => value === given),
  absent: null,
  schema: { type: 'string', enum: choices },
  is: `one of ${choices.join(', ')}`,
  example: choices[0],
  placeholder: 'VALUE',
  choices,
})

const positive = (value: number, holds = Number.isFinite): number | undefined =>
  holds(value) && value > 0 ? value : undefined
