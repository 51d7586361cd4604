import * as z from 'zod/mini'

/** The ways in which programs report what they do. `text` reports nothing: what it prints is its answer. */
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

/** How a program is asked for one of our modes: by arguments or by variables. */
export type Mode = z.infer<typeof modeSchema>

/**
 * How a coding agent's program is called, as data: our table has one for each that we know, and a configuration may add to it.
 * `{session}`, `{new_session}`, `{model}` and `{prompt_file}` stand for what is known when it is called.
 */
export const programSchema = z.readonly(
  z.strictObject({
    program: z.string().check(z.minLength(1)),
    /** What it reports when it is run without a person. */
    speaks: z.enum(FORMATS),
    /** Arguments of a run without a person; null when it can only be driven by the protocol. */
    headless: z.nullable(words),
    /** More arguments, for whoever configures it. */
    args: words,
    env: variables,
    /** What begins a conversation, and what goes on with one; null when a conversation ends with its run. */
    fresh: words,
    resume: z.nullable(words),
    model: z.nullable(words),
    /** Null for a mode that it does not have. Nobody can be asked in a run without a person. */
    modes: z.readonly(
      z.strictObject({
        'auto-edit': z.nullable(modeSchema),
        full: z.nullable(modeSchema),
        deny: z.nullable(modeSchema),
      }),
    ),
    /** What stands behind everything else. */
    last: words,
    /** Whether the prompt is written to its standard input; else it is named by `{prompt_file}`. */
    stdin: z.boolean(),
    /** The command with which it speaks the Agent Client Protocol; null when it does not. */
    acp: z.nullable(argv),
    /** Modes of a session that must be switched on, by our mode: some programs ask nobody unless they are told to. */
    acpModes: variables,
    /** Variables that name the model to that command, where it does not take the same arguments. */
    acpModel: z.optional(variables),
    version: words,
    /** What its reports say of what was used: those of its own command, and those over the protocol. */
    tells: tellsSchema,
    acpTells: tellsSchema,
    /** What its counts are of, where a conversation goes on: the turn, or the whole conversation. */
    counts: z.enum(['turn', 'conversation']),
    /** Where it keeps its own things, from the person's home: a sandbox must let it write there. */
    keeps: words,
  }),
)

export type Program = z.infer<typeof programSchema>

/** What is not said about a program. */
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
