import { shellPath, shellQuote } from '../../tools/shell/shell-quote.ts'
import type { Criterion, FileRule } from '../criterion.ts'
import { type CriterionReading, type Reader, read } from '../reading.ts'
import { unquoted } from '../sentence/prose.ts'
import { type Comparison, findComparison, inBytes } from './comparison.ts'
import { emptyPlace } from './empty-places.ts'
import { ruleOf, soughtRule } from './file-rule-words.ts'
import { linesWithin, sizeWithin } from './file-sizes.ts'
import { isTrouble } from './file-troubles.ts'
import {
  BARE_DOCUMENT,
  FOLDERS,
  filesNamed,
  globOf,
  isFile,
  isPath,
  isRunnable,
  pathNamed,
  placeNamed,
} from './file-words.ts'
import { readAlternatives } from './searched-text.ts'
import { commandVerdicts } from './verdict-position.ts'

/** Rules about files: what exists, what each file of a place contains, how many there are. */
export const readFiles: Reader = (clause, commands) => {
  for (const reader of [counts, exists, emptyPlace, oneFile, noneIn, noFileThat, eachFile, markersAnywhere]) {
    const reading = reader(clause, commands)
    if (reading) return reading
  }
  return null
}

const files = (glob: string, each: FileRule, said: string): Criterion => ({
  kind: 'files',
  glob,
  each,
  at_least: 1,
  said,
})

const EXISTS =
  /^(?:there (?:is|are|must be|should be) )?(?:(no) )?(.+?)(?:\s+(?:must|should|still|now))*\s+(?:(exists?|is present|are present|is there|is in place|has been created|is created|was created|gets created|is generated|has been (?:added|written)|is (?:added|written))|(does not exist|doesn't exist|do not exist|don't exist|not exist|no longer exists?|must not exist|is (?:gone|removed|deleted|absent|missing)|has been (?:removed|deleted)|are gone|is not (?:present|there)|was (?:removed|deleted)))$/i
const THERE_IS = /^there (?:is|must be|should be) (no )?(?:longer )?(?:a |an )?(.+)$/i

const exists: Reader = clause => {
  const listed =
    /^(`[^`]+`|"[^"]+"|'[^']+'|\S+) (?:is|must be|should be) (?:listed |mentioned |present |included |ignored )?in (\S+)$/i.exec(
      clause,
    )
  if (listed?.[1] && listed[2] && isFile(listed[2]))
    return read(
      files(listed[2], { kind: 'contains', text: unquoted(listed[1])?.inner ?? listed[1], negated: false }, clause),
    )
  const absent = /^no (\S+) (?:file|folder|directory)$/i.exec(clause)?.[1]
  if (absent && isPath(absent)) return read({ kind: 'not', part: files(absent, { kind: 'exists' }, clause) })
  const match = EXISTS.exec(clause)
  const there = match ? null : THERE_IS.exec(clause)
  const subject = match?.[2] ?? there?.[2]
  if (!subject) return null
  const path =
    pathNamed(subject) ??
    (/^(?:src|lib|dist|packages|scripts|public|examples|migrations)$/.test(subject) ||
    /^[\w@]*[_.-][\w@.-]*$/.test(subject)
      ? subject
      : null)
  if (path === null) return null
  const gone = (match?.[4] !== undefined) !== ((match?.[1] ?? there?.[1]) !== undefined)
  const criterion = files(path, { kind: 'exists' }, clause)
  return read(gone ? { kind: 'not', part: criterion } : criterion)
}

/** "README.md mentions --json", "package.json has no "jest"". */
const oneFile: Reader = clause => {
  const match = /^(?:the\s+)?(?:file\s+)?(`[^`]+`|"[^"]+"|'[^']+'|\S+)(?:\s+(?:file|folder|directory))?\s+(.+)$/is.exec(
    clause,
  )
  const name = match?.[1] ? (unquoted(match[1])?.inner ?? match[1]) : ''
  if (!match?.[2] || !(isPath(name) || FOLDERS.test(name) || BARE_DOCUMENT.test(name)) || BASE_FORM.test(match[2]))
    return null
  if (isRunnable(name) && (isTrouble(match[2].replace(HAS_NO, '')) || commandVerdicts(clause).length > 0)) return null
  const sized = sizeRule(name, match[2], clause) ?? withoutFiles(name, match[2], clause)
  if (sized) return sized
  const rule = ruleOf(match[2])
  return rule ? read(files(globFor(name, rule), rule, clause)) : null
}

/** A name without an extension is a file when its content is meant, and a folder when nothing in it may contain something. */
function globFor(name: string, rule: FileRule): string {
  if (BARE_DOCUMENT.test(name)) return `${name.toUpperCase()}*`
  const oneText = 'negated' in rule && !rule.negated && /\w\/[\w.@-]+$/.test(name)
  return isFile(name) || isRunnable(name) || oneText ? name.replace(/^\.\//, '') : globOf(name)
}

const HAS_NO = /^(?:has|have|shows?|reports?|gives?|produces?)\s+(?:no|zero|0)\s+/i

/** "./cli list" is a command with an argument, where "./cli lists" would be a sentence. */
const BASE_FORM =
  /^(?:contain|mention|include|reference|document|list|explain|describe|use|import|match|start|begin|end)\s/i

/** "src contains no .js files". */
function withoutFiles(place: string, predicate: string, said: string): CriterionReading {
  const kind = filesNamed(/^(?:contains?|has|have)\s+(?:no|zero|0)\s+(.+)$/i.exec(predicate)?.[1] ?? '')
  return kind === null || kind === '*'
    ? null
    : read({ kind: 'file_count', glob: globOf(place, kind), is: 'equal', value: 0, said })
}

function sizeRule(path: string, predicate: string, said: string): CriterionReading {
  const comparison = findComparison(predicate)
  if (
    !comparison ||
    !/^(?:is|has|have|must be|should be|stays?|size is|weighs|contains)?(?: kept)?$/i.test(comparison.before)
  )
    return null
  if (/^lines?(?: long| of code)?$/i.test(comparison.after)) return read(linesWithin(path, comparison, said))
  const size = inBytes(comparison)
  // It is not said whether a glob means each file or all of them.
  return size !== null && !/[*?{]/.test(path) && /^(?:in size|big|large)?$/i.test(comparison.after)
    ? read(sizeWithin(path, { ...comparison, value: size }, said))
    : null
}

const PLACE = String.raw`(?:\s+(?:in|under|inside|within|of|from|across|throughout|below|at)\s+((?:the\s+)?(?:\S+)(?:\s+(?:folder|directory|files?|code|tree|project|repo|module|source code|codebase))?))?`
const EACH = new RegExp(
  String.raw`^(?:(?:all|every|each|any|every single)(?:\s+of)?(?:\s+the)?\s+)?((?:(?:exported|public|top-level|new|async|named|python|typescript|javascript|ts|js|go|rust|ruby|java|php)\s+)*(?:functions?|methods?|exports?|classes|class|symbols|APIs?|modules?|types|interfaces|components?|hooks|endpoints|constants)|files?|(?:\S+\s+)?(?:\S+\s+)?(?:files?|modules?|tests?|documents?|scripts?|sources)|\S*\*\S*|\.\w+)${PLACE}\s+(.+)$`,
  'i',
)

/** "all functions in src/utils/ have JSDoc", "every *.ts in src exports a default". */
const eachFile: Reader = clause => {
  const match = EACH.exec(clause)
  if (!match?.[1] || !match[3]) return null
  const [, noun, placePhrase, predicate] = match
  const place = placePhrase === undefined ? '' : placeNamed(placePhrase)
  if (place === null) return null
  const what = documentable(noun)
  const quoted = unquoted(noun)?.inner ?? noun
  const language = /^(python|typescript|javascript|ts|js|go|rust|ruby|java|php)\s/i.exec(noun)?.[1]
  const kind = what
    ? (filesNamed(`${language} files`) ?? '*')
    : isPath(quoted) && /[*/]/.test(quoted)
      ? quoted
      : filesNamed(noun)
  if (kind === null || (!what && placePhrase === undefined && !/\*|\.|^(?:all|every|each)/i.test(clause))) return null
  const glob = /[/]|\*\*/.test(kind) ? kind : globOf(place, kind)
  const lines = findComparison(predicate)
  if (lines && /^lines?(?: long| of code| each)?$/i.test(lines.after)) return read(linesWithin(glob, lines, clause))
  const rule = ruleOf(predicate)
  if (!rule || (what && rule.kind !== 'documented')) return null
  return read(files(glob, rule.kind === 'documented' ? { ...rule, what: what ?? 'all' } : rule, clause))
}

function documentable(noun: string): Extract<FileRule, { kind: 'documented' }>['what'] | null {
  if (/\bexport|public|\bAPIs?\b|symbols/i.test(noun))
    return /functions?$/i.test(noun) && !/export|public/i.test(noun) ? 'functions' : 'exports'
  if (/^(?:.*\s)?(?:functions?|methods?|hooks|endpoints)$/i.test(noun)) return 'functions'
  if (/class(?:es)?$/i.test(noun)) return 'classes'
  return /types|interfaces|constants/i.test(noun) ? 'all' : null
}

const IN = String.raw`(?:\s+(?:\w+ing|left|remains?|exists?|anywhere|are|is|appears?|to be found|found|allowed|used|be|any ?more))*\s+(?:anywhere\s+)?(?:in|under|inside|within|throughout|across|below)\s+(.+?)(?:\s+(?:any ?more|at all|folder|directory|remain|exist|left))?`
const NONE = new RegExp(
  String.raw`^(?:there (?:is|are|must be|should be) )?(?:no|zero|0|not any|not a single|no more|without(?: any)?)\s+(.+?)${IN}$`,
  'i',
)
const REMOVED_FROM =
  /^(?:all|every)\s+(.+?)\s+(?:in|under|from)\s+(\S+)\s+(?:is|are|have been|has been|were)\s+(?:removed|deleted|gone|replaced|eliminated)$/i
const REMOVED =
  /^(?:all|every)\s+(.+?)\s+(?:is|are|have been|has been|were)\s+(?:removed|deleted|gone|replaced|eliminated)(?:\s+(?:from|in)\s+(.+))?$/i

/** "no TODO in src/", "no .js files in src". */
const noneIn: Reader = clause => {
  const match = NONE.exec(clause) ?? REMOVED_FROM.exec(clause) ?? REMOVED.exec(clause)
  if (!match?.[1]) return null
  const place = match[2] === undefined ? '' : placeNamed(match[2])
  if (
    place === null ||
    /^(?:files?|tests?|functions?|modules?)\s+(?:is|are|has|have|contains?|exceeds?|longer|over|that|with)\b/i.test(
      match[1],
    )
  )
    return null
  const kind = filesNamed(match[1])
  if (kind !== null && kind !== '*')
    return read({ kind: 'file_count', glob: globOf(place, kind), is: 'equal', value: 0, said: clause })
  if (TROUBLE.test(match[1]) || /^files?$/i.test(match[1])) return null
  const sought = readAlternatives(match[1])
  // Bare words in a row describe something; only a quotation, or one word, is a text to look for.
  if (!sought?.every(each => each.kind === 'pattern' || each.quoted || !/\s/.test(each.text))) return null
  return read(files(globOf(place), soughtRule(sought, true), clause))
}

// Tools report problems; searching files for the word "error" would find something else.
const TROUBLE =
  /^(?:\w+ )?(?:errors?|failures?|warnings?|bugs?|issues?|problems?|regressions?|violations?|vulnerabilit(?:y|ies)|duplicat\w+|dead code|unused \w+|changes?|uncommitted \w+|code smells?|secrets?)$/i

const NO_FILE = new RegExp(
  String.raw`^(?:no|none of the|not a single)\s+((?:\S+\s+)?(?:files?|modules?|sources?|components?)|\S*\*\S*)${PLACE}\s+(?:that\s+)?(.+)$`,
  'i',
)

/** "no file in src is longer than 300 lines", "no file in src contains TODO". */
const noFileThat: Reader = clause => {
  const match = NO_FILE.exec(clause)
  if (!match?.[1] || !match[3]) return null
  const place = match[2] === undefined ? '' : placeNamed(match[2])
  const kind = /\*/.test(match[1]) ? match[1] : filesNamed(match[1])
  if (place === null || kind === null) return null
  const glob = kind.includes('/') ? kind : globOf(place, kind)
  const lines = findComparison(match[3])
  if (lines && /^lines?(?: long| of code)?$/i.test(lines.after)) return read(linesWithin(glob, opposite(lines), clause))
  const rule = ruleOf(match[3])
  if (!rule || !('negated' in rule)) return null
  return read(files(glob, { ...rule, negated: !rule.negated }, clause))
}

const OPPOSITE = { above: 'at_most', at_least: 'below', below: 'at_least', at_most: 'above', equal: 'equal' } as const
const opposite = (comparison: Comparison): Comparison => ({ ...comparison, is: OPPOSITE[comparison.is] })

/** "at least 3 files in docs/adr", "docs contains at least 5 markdown files", "no more than 3 TODOs in src". */
const counts: Reader = clause => {
  const comparison = findComparison(clause.replace(/^there (?:are|is|must be|should be|exist) /i, ''))
  if (!comparison || comparison.unit !== null) return null
  const holder = /^(.+?)\s+(?:contains?|has|have|holds?|must (?:contain|have)|should (?:contain|have))$/i.exec(
    comparison.before,
  )?.[1]
  const inside =
    /^(.+?)(?:\s+(?:exist|left|remain|are|remaining|allowed))*\s+(?:in|under|inside|within|of)\s+(.+?)(?:\s+(?:exist|remain))?$/i.exec(
      comparison.after,
    )
  if (!holder && comparison.before !== '') return null
  const noun = (holder ? comparison.after : inside?.[1]) ?? comparison.after
  const place = holder ? placeNamed(holder) : inside?.[2] ? placeNamed(inside[2]) : ''
  if (place === null || (!holder && !inside && !/\bfiles?$|\*/i.test(noun))) return null
  const kind = isPath(noun) && noun.includes('*') ? noun : filesNamed(noun)
  if (kind !== null)
    return read({
      kind: 'file_count',
      glob: kind.includes('/') ? kind : globOf(place, kind),
      is: comparison.is,
      value: comparison.value,
      said: clause,
    })
  if (/^(?:tests?|specs?|warnings?|errors?|failures?|lines?)\b/i.test(noun)) return null
  return occurrences(noun, place, { comparison, said: clause })
}

/** grep can count how often a text occurs in files; a rule about whole files cannot. */
function occurrences(
  noun: string,
  place: string,
  { comparison, said }: { comparison: Comparison; said: string },
): CriterionReading {
  const sought = readAlternatives(noun)
  const [only] = sought ?? []
  if (!only || sought?.length !== 1 || only.kind !== 'text' || (!only.quoted && !/^[A-Z]{3,}$|[.(_]/.test(only.text)))
    return null
  const where = place === '' ? '.' : shellPath(place)
  // Nothing can be found in a missing file.
  const there = place === '' ? '' : `ls -d ${where} > /dev/null 2>&1 && `
  const command = `${there}grep -rhoF --exclude-dir=node_modules --exclude-dir=.git -- ${shellQuote(only.text)} ${where} | wc -l`
  return read({
    kind: 'output_threshold',
    command,
    measure: { kind: 'number', label: null },
    is: comparison.is,
    value: comparison.value,
    unit: null,
    every: false,
    said,
  })
}

/** "no TODOs left": marks that are only ever in code. */
const markersAnywhere: Reader = clause => {
  const match =
    /^(?:there (?:is|are) )?(?:no|zero|0|no more)\s+(.+?)(?:\s+(?:left|remains?|remaining|anywhere|exists?|any ?more|at all))*$/i.exec(
      clause,
    )
  const sought = match?.[1] ? readAlternatives(match[1]) : null
  if (
    !sought?.every(
      each =>
        each.kind === 'text' &&
        (/^(?:TODO|FIXME|XXX|HACK|TBD|WIP|console\.\w+|debugger|process\.exit)$/.test(each.text) || each.quoted),
    )
  )
    return null
  return read(files('**/*', soughtRule(sought, true), clause))
}
