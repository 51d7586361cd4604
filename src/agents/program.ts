import * as z from 'zod/mini'

/** Report formats of agent programs. `text` means no report: the output is the answer. */
export const FORMATS = [
  'text',
  'claude',
  'codex',
  'gemini',
  'goose',
  'opencode',
  'copilot',
  'pi',
  'droid',
  'cline',
] as const

export type Format = (typeof FORMATS)[number]

const words = z.readonly(z.array(z.string()))
const argv = words.check(z.minLength(1))
const variables = z.readonly(z.record(z.string(), z.string()))

const modeSchema = z.readonly(z.strictObject({ args: z.optional(words), env: z.optional(variables) }))

const tellsSchema = z.readonly(z.strictObject({ tokens: z.boolean(), usd: z.boolean() }))

/** Arguments or variables that select one of our modes. */
export type Mode = z.infer<typeof modeSchema>

/**
 * How an agent program is called, as data: the built-in table has an entry for each known one, and a configuration may add more.
 * `{session}`, `{new_session}`, `{model}`, and `{prompt_file}` are replaced when the program is called.
 */
export const programSchema = z.readonly(
  z.strictObject({
    program: z.string().check(z.minLength(1)),
    /** The format of its report in an unattended run. */
    speaks: z.enum(FORMATS),
    /** Arguments of an unattended run; null when the program can only be driven over the protocol. */
    headless: z.nullable(words),
    /** More arguments, from the configuration. */
    args: words,
    env: variables,
    /** Arguments that start a conversation and that continue one; null when a conversation ends with its run. */
    fresh: words,
    resume: z.nullable(words),
    model: z.nullable(words),
    /** Null for a mode that it does not have. Nobody can be asked in an unattended run. */
    modes: z.readonly(
      z.strictObject({
        'auto-edit': z.nullable(modeSchema),
        full: z.nullable(modeSchema),
        deny: z.nullable(modeSchema),
      }),
    ),
    /** The last arguments of the command line. */
    last: words,
    /** Whether the prompt is written to standard input; otherwise `{prompt_file}` names it. */
    stdin: z.boolean(),
    /** The command for the Agent Client Protocol; null when the program does not support it. */
    acp: z.nullable(argv),
    /** Session modes that must be switched on, by our mode: some programs ask nobody by default. */
    acpModes: variables,
    /** Variables that name the model to that command, if it does not take the same arguments. */
    acpModel: z.optional(variables),
    version: words,
    /** What its reports say about usage: with its own command, and over the protocol. */
    tells: tellsSchema,
    acpTells: tellsSchema,
    /** Whether its counts in a continued conversation cover one turn or the whole conversation. */
    counts: z.enum(['turn', 'conversation']),
    /** Its own folders, relative to the home directory: a sandbox must let it write there. */
    keeps: words,
  }),
)

export type Program = z.infer<typeof programSchema>

/** Defaults for what an entry leaves out. */
export const PLAIN_PROGRAM: Omit<Program, 'program'> = {
  speaks: 'text',
  headless: [],
  args: [],
  env: {},
  fresh: [],
  resume: null,
  model: null,
  modes: { 'auto-edit': {}, full: {}, deny: null },
  last: [],
  stdin: true,
  acp: null,
  acpModes: {},
  version: ['--version'],
  tells: { tokens: false, usd: false },
  acpTells: { tokens: false, usd: false },
  counts: 'turn',
  keeps: [],
}
