import * as z from 'zod/mini'

/** The words of the person for this clause; reports name the clause by them. */
const said = z.string()
/** A line (or several) for the shell. */
const command = z.string()

const relationSchema = z.enum(['above', 'at_least', 'below', 'at_most', 'equal'])
export type Relation = z.infer<typeof relationSchema>

/** Which number of the output is meant. */
const measureSchema = z.discriminatedUnion('kind', [
  /** The number next to this word; without a word, the last number of the output. */
  z.readonly(z.strictObject({ kind: z.literal('number'), label: z.nullable(z.string()) })),
  z.readonly(z.strictObject({ kind: z.literal('json_path'), path: z.string() })),
  z.readonly(
    z.strictObject({
      kind: z.literal('coverage'),
      of: z.enum(['lines', 'statements', 'branches', 'functions', 'any']),
      /** The report to read; null means the one that the command leaves behind or prints. */
      report: z.nullable(z.string()),
    }),
  ),
  /** How many tests passed. */
  z.readonly(z.strictObject({ kind: z.literal('tests') })),
])
export type Measure = z.infer<typeof measureSchema>

const fileRuleSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('exists') })),
  z.readonly(z.strictObject({ kind: z.literal('contains'), text: z.string(), negated: z.boolean() })),
  z.readonly(
    z.strictObject({ kind: z.literal('matches'), pattern: z.string(), flags: z.string(), negated: z.boolean() }),
  ),
  z.readonly(
    z.strictObject({
      kind: z.literal('documented'),
      what: z.enum(['functions', 'exports', 'classes', 'all']),
      style: z.enum(['jsdoc', 'docstring', 'any']),
      /** The one declaration that is meant. */
      name: z.optional(z.string()),
    }),
  ),
  z.readonly(z.strictObject({ kind: z.literal('default_export') })),
])
export type FileRule = z.infer<typeof fileRuleSchema>

const exitCodeSchema = z.readonly(
  z.strictObject({ kind: z.literal('exit_code'), command, expect: z.int().check(z.gte(0), z.lte(255)), said }),
)

const outputMatchSchema = z.readonly(
  z.strictObject({
    kind: z.literal('output_match'),
    command,
    /** The source of a JavaScript regular expression. */
    pattern: z.string(),
    flags: z.string(),
    /** The exit code that is required too; null when any will do. */
    expect: z.nullable(z.int()),
    negated: z.boolean(),
    said,
  }),
)

const outputThresholdSchema = z.readonly(
  z.strictObject({
    kind: z.literal('output_threshold'),
    command,
    measure: measureSchema,
    is: relationSchema,
    /** `baseline` is what the same measure was before the first turn. */
    value: z.union([z.number(), z.literal('baseline')]),
    unit: z.nullable(z.literal('percent')),
    /** Every number found must satisfy it, not only the one that sums up. */
    every: z.boolean(),
    said,
  }),
)

const filesSchema = z.readonly(
  z.strictObject({
    kind: z.literal('files'),
    glob: z.string(),
    each: fileRuleSchema,
    /** How many files must match the glob: a rule about no files at all proves nothing. */
    at_least: z.int().check(z.gte(0)),
    said,
  }),
)

const fileCountSchema = z.readonly(
  z.strictObject({ kind: z.literal('file_count'), glob: z.string(), is: relationSchema, value: z.number(), said }),
)

const symbolSchema = z.readonly(
  z.strictObject({
    kind: z.literal('symbol'),
    /** An identifier. A dot in front makes it a member, so that `x.name` is a use of it too. */
    name: z.string(),
    /** Files of the project's own source; comments and strings do not count. */
    glob: z.string(),
    is: z.enum(['used', 'unused', 'declared', 'undeclared']),
    said,
  }),
)
const changedSchema = z.readonly(
  z.strictObject({
    kind: z.literal('changed'),
    /** The file that differs from before the first turn; null when any file may. */
    path: z.nullable(z.string()),
    said,
  }),
)
const noNewFailuresSchema = z.readonly(
  z.strictObject({
    kind: z.literal('no_new_failures'),
    command,
    /** Ids of tests that may not fail, although they fail before the first turn. */
    must_pass: z.optional(z.readonly(z.array(z.string()).check(z.minLength(1)))),
    said,
  }),
)

const leafSchema = z.discriminatedUnion('kind', [
  exitCodeSchema,
  outputMatchSchema,
  outputThresholdSchema,
  filesSchema,
  fileCountSchema,
  symbolSchema,
  changedSchema,
  noNewFailuresSchema,
])
export type Leaf = z.infer<typeof leafSchema>
export type LeafOf<K extends Leaf['kind']> = Extract<Leaf, { kind: K }>

/** Something a machine can find true or false about a working tree. */
export type Criterion =
  | Leaf
  | { readonly kind: 'all_of'; readonly parts: readonly Criterion[] }
  | { readonly kind: 'any_of'; readonly parts: readonly Criterion[] }
  | { readonly kind: 'not'; readonly part: Criterion }

const self = z.lazy((): z.ZodMiniType<Criterion> => criterionSchema)
const parts = z.readonly(z.array(self).check(z.minLength(1)))

export const criterionSchema: z.ZodMiniType<Criterion> = z.union([
  leafSchema,
  z.readonly(z.strictObject({ kind: z.literal('all_of'), parts })),
  z.readonly(z.strictObject({ kind: z.literal('any_of'), parts })),
  z.readonly(z.strictObject({ kind: z.literal('not'), part: self })),
])

/** The leaves from left to right, in the order in which they are run. */
export function leavesOf(criterion: Criterion): readonly Leaf[] {
  switch (criterion.kind) {
    case 'all_of':
    case 'any_of':
      return criterion.parts.flatMap(leavesOf)
    case 'not':
      return leavesOf(criterion.part)
    default:
      return [criterion]
  }
}

/** What would be run, each command once, in order. */
export function commandsOf(criterion: Criterion): readonly string[] {
  return [...new Set(leavesOf(criterion).flatMap(leaf => ('command' in leaf ? [leaf.command] : [])))]
}

/** What a rule is about that only the work of a loop can make true; the commands beside it are the gate. */
export const isGoal = (leaf: Leaf): boolean => !('command' in leaf)

/** The commands that must pass before and after the work, without the goals beside them; all of it when there is no such command. */
export function gateOf(criterion: Criterion): Criterion {
  if (criterion.kind !== 'all_of') return criterion
  const commands = criterion.parts.filter(part => leavesOf(part).some(leaf => !isGoal(leaf)))
  return commands.length === 0 || commands.length === criterion.parts.length ? criterion : allOf(commands)
}

/** All of them, without a tree around a single one or around a tree of the same kind. */
export const allOf = (criteria: readonly Criterion[]): Criterion => joined('all_of', criteria)
export const anyOf = (criteria: readonly Criterion[]): Criterion => joined('any_of', criteria)

function joined(kind: 'all_of' | 'any_of', criteria: readonly Criterion[]): Criterion {
  const flat = criteria.flatMap(criterion => (criterion.kind === kind ? criterion.parts : [criterion]))
  const [only] = flat
  return only && flat.length === 1 ? only : { kind, parts: flat }
}

/** "No new failures" passes before the first turn, unless it names tests that must pass. */
export const startsGreen = (criterion: Criterion): boolean =>
  leavesOf(criterion).every(leaf => leaf.kind === 'no_new_failures' && leaf.must_pass === undefined)
