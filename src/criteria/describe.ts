import { unreachable } from '../std/unreachable.ts'
import { findComparison } from './clauses/comparison.ts'
import { verdictsAtEnd } from './clauses/verdict-words.ts'
import type { Criterion, FileRule, LeafOf, Relation } from './criterion.ts'
import { looksLikeCommand } from './shell/command-likeness.ts'

/** The sentence a person reads: "npm test passes AND npx tsc --noEmit exits 0". Read again, it gives the same criterion. */
export function describeCriterion(criterion: Criterion): string {
  switch (criterion.kind) {
    case 'exit_code':
      return describeExit(criterion)
    case 'output_match':
      return describeMatch(criterion)
    case 'output_threshold':
      return describeThreshold(criterion)
    case 'files':
      return describeFiles(criterion)
    case 'file_count':
      return `there are ${relations[criterion.is]} ${criterion.value} files of \`${criterion.glob}\``
    case 'symbol':
      return describeSymbol(criterion)
    case 'changed':
      return `${criterion.path === null ? 'something' : `\`${criterion.path}\``} differs from the start`
    case 'no_new_failures':
      return `${named(criterion.command)} has no new failures${mustPass(criterion)}`
    case 'all_of':
      return criterion.parts.map(part => grouped(part, part.kind === 'any_of')).join(' AND ')
    case 'any_of':
      return criterion.parts.map(part => grouped(part, part.kind === 'all_of')).join(' OR ')
    case 'not':
      return describeDenial(criterion.part)
    default:
      return unreachable(criterion)
  }
}

const grouped = (part: Criterion, needed: boolean): string =>
  needed ? `(${describeCriterion(part)})` : describeCriterion(part)

function describeDenial(part: Criterion): string {
  if (part.kind === 'exit_code' && part.expect === 0) return `${named(part.command)} fails`
  if (part.kind === 'files' && part.each.kind === 'exists') return `${part.glob} does not exist`
  return `not ${grouped(part, part.kind === 'all_of' || part.kind === 'any_of')}`
}

function describeExit({ command, expect, said }: LeafOf<'exit_code'>): string {
  const own = named(command) === command && said.startsWith(`${command} `) && !said.includes('\n')
  if (own && saysTheSame(said, command, expect)) return said
  return expect === 0 ? `${named(command)} passes` : `${named(command)} exits ${expect}`
}

/** Whether the person's own words can be used unchanged. */
function saysTheSame(said: string, command: string, expect: number): boolean {
  const verdict = verdictsAtEnd(said).find(({ subject }) => subject === command)?.verdict
  if (verdict?.kind === 'exits') return verdict.code === expect
  return verdict?.kind === 'passes' && !verdict.withoutWarnings && expect === 0
}

/** A command that could be read as a sentence, or run into one, is written in backticks. */
function named(command: string): string {
  const plain =
    /^[\w./:=@%+~^-]+(?: [\w./:=@%+~^*-]+)*$/.test(command) &&
    !/\b(?:and|or|unless|but|then|not|plus|while)\b/i.test(command)
  if (plain && looksLikeCommand(command) && verdictsAtEnd(command).length === 0 && findComparison(command) === null)
    return command
  const fence = '`'.repeat(Math.max(0, ...[...command.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  const inner = fence.length > 1 ? ` ${command} ` : command
  return `${fence}${inner}${fence}`
}

/** Ids are always quoted. */
function mustPass({ must_pass: ids = [] }: LeafOf<'no_new_failures'>): string {
  const quoted = ids.map(id => `"${id.replace(/["\\]/g, '\\$&')}"`)
  return quoted.length === 0 ? '' : ` and passes ${quoted.join(', ')}`
}

const relations: Readonly<Record<Relation, string>> = {
  above: 'more than',
  at_least: 'at least',
  below: 'less than',
  at_most: 'at most',
  equal: 'exactly',
}

const regex = ({ pattern, flags }: { pattern: string; flags: string }): string => `/${pattern}/${flags}`

function describeMatch(criterion: LeafOf<'output_match'>): string {
  const { command, negated, expect } = criterion
  const says = `${named(command)} ${negated ? 'does not print' : 'prints'} ${regex(criterion)}`
  return expect === null || (negated && expect === 0)
    ? says
    : `${named(command)} exits ${expect} and ${negated ? 'does not print' : 'prints'} ${regex(criterion)}`
}

const coverage = {
  lines: 'line coverage',
  statements: 'statement coverage',
  branches: 'branch coverage',
  functions: 'function coverage',
  any: 'coverage',
}

function describeThreshold({ command, measure, is, value, unit, every }: LeafOf<'output_threshold'>): string {
  const limit =
    value === 'baseline'
      ? `${is === 'above' ? 'higher than' : 'at least what it was'} at the start`
      : `${relations[is]} ${value}${unit ? '%' : ''}`
  const all = every ? ' for all files' : ''
  if (measure.kind === 'tests')
    return value === 'baseline'
      ? `${named(command)} passes with more tests than at the start`
      : `${named(command)} passes with ${relations[is]} ${value} test${value === 1 ? '' : 's'}`
  if (measure.kind === 'coverage') return `${coverage[measure.of]} from ${named(command)} is ${limit}${all}`
  const what = measure.kind === 'json_path' ? measure.path : measure.label
  return what === null
    ? `${named(command)} reports a number of ${limit}${all}`
    : `${what} from ${named(command)} is ${limit}${all}`
}

function describeFiles({ glob, each }: LeafOf<'files'>): string {
  const single = /^[\w./@-]+\.\w+$/.test(glob)
  switch (each.kind) {
    case 'exists':
      return `${glob} exists`
    case 'documented':
      if (each.name !== undefined) return `\`${each.name}\` in \`${glob}\` has ${STYLES[each.style]}`
      return `all ${documented[each.what]} in \`${glob}\` have ${STYLES[each.style]}`
    case 'default_export':
      return `${single ? glob : `every file of \`${glob}\``} has a default export`
    case 'contains':
    case 'matches':
      return single
        ? `${glob} ${each.negated ? `does not ${verb(each)}` : `${verb(each)}${each.kind === 'matches' ? 'es' : 's'}`} ${sought(each)}`
        : `${each.negated ? 'no' : 'every'} file of \`${glob}\` ${verb(each)}${each.kind === 'matches' ? 'es' : 's'} ${sought(each)}`
    default:
      return unreachable(each)
  }
}

function describeSymbol({ name, glob, is }: LeafOf<'symbol'>): string {
  const place = glob === '**/*' ? 'the code' : `the code in \`${glob}\``
  return `${place} ${SYMBOL_VERBS[is]} \`${name}\``
}

export const SYMBOL_VERBS: Readonly<Record<LeafOf<'symbol'>['is'], string>> = {
  used: 'uses',
  unused: 'does not use',
  declared: 'declares',
  undeclared: 'does not declare',
}

type Searching = Extract<FileRule, { negated: boolean }>

const STYLES = { jsdoc: 'JSDoc', docstring: 'docstrings', any: 'documentation' }
const documented = { functions: 'functions', exports: 'exports', classes: 'classes', all: 'files' }
const verb = (each: Searching): string => (each.kind === 'matches' ? 'match' : 'contain')
const sought = (each: Searching): string =>
  each.kind === 'matches' ? regex(each) : /"/.test(each.text) ? `\`${each.text}\`` : `"${each.text}"`
