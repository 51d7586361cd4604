import type { Criterion, FileRule, LeafOf } from '../../src/criteria/criterion.ts'
import type { Parsed } from '../../src/criteria/parse.ts'
import type { CommandBook } from '../../src/criteria/reading.ts'
import { unreachable } from '../../src/std/unreachable.ts'

/** What the project of the tables calls its checks. */
export const book: CommandBook = {
  test: 'npm test',
  lint: 'npm run lint',
  typecheck: 'npm run typecheck',
  build: 'npm run build',
  coverage: 'npm run coverage',
  format: 'npm run format:check',
  docs: 'npm run docs',
}

/** A criterion in one line, so that a table of them can be read: `(a & b)`, `!a`, `cmd ~ /pattern/`, `cmd →2`. */
export function notation(criterion: Criterion): string {
  switch (criterion.kind) {
    case 'exit_code':
      return `${criterion.command.replaceAll('\n', '⏎')}${code(criterion.expect === 0 ? null : criterion.expect)}`
    case 'output_match':
      return `${criterion.command} ${criterion.negated ? '!~' : '~'} /${criterion.pattern}/${criterion.flags}${code(criterion.expect)}`
    case 'output_threshold':
      return `${criterion.command} ${measure(criterion)} ${signs[criterion.is]} ${criterion.value}${criterion.unit ? '%' : ''}${criterion.every ? ' every' : ''}`
    case 'files':
      return `files ${criterion.glob} ${rule(criterion.each)}`
    case 'file_count':
      return `count ${criterion.glob} ${signs[criterion.is]} ${criterion.value}`
    case 'symbol':
      return `symbol ${criterion.glob} ${criterion.is} ${criterion.name}`
    case 'changed':
      return `changed ${criterion.path ?? '*'}`
    case 'no_new_failures':
      return `nonew ${criterion.command}${(criterion.must_pass ?? []).map(id => ` +${id}`).join('')}`
    case 'all_of':
      return `(${criterion.parts.map(notation).join(' & ')})`
    case 'any_of':
      return `(${criterion.parts.map(notation).join(' | ')})`
    case 'not':
      return `!${notation(criterion.part)}`
    default:
      return unreachable(criterion)
  }
}

/** The same, and the codes of its warnings. */
export const notationOf = ({ criterion, warnings }: Parsed): string =>
  [notation(criterion), ...(warnings.length > 0 ? [`  ⚠ ${warnings.map(({ code }) => code).join(',')}`] : [])].join(' ')

const signs = { above: '>', at_least: '>=', below: '<', at_most: '<=', equal: '=' }

const code = (expect: number | null): string => (expect === null ? '' : ` →${expect}`)

function measure({ measure }: LeafOf<'output_threshold'>): string {
  if (measure.kind === 'number') return `#${measure.label ?? ''}`
  if (measure.kind === 'tests') return 'tests'
  return measure.kind === 'coverage' ? `cov:${measure.of}` : measure.path
}

function rule(each: FileRule): string {
  if (each.kind === 'contains') return `contains ${each.negated ? '!' : ''}"${each.text}"`
  if (each.kind === 'matches') return `matches ${each.negated ? '!' : ''}/${each.pattern}/${each.flags}`
  return each.kind === 'documented' ? `documented ${each.what} ${each.style}` : each.kind
}
