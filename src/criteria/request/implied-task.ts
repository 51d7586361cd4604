import type { Purpose } from '../../tools/purpose.ts'
import { readTask } from '../task/read-task.ts'

const BY_PURPOSE: Readonly<Record<Purpose, string>> = {
  test: 'fix failing tests',
  lint: 'fix lint',
  format: 'fix formatting',
  types: 'fix type errors',
  build: 'fix the build',
  coverage: 'add tests to improve coverage',
  docs: 'complete the documentation',
}

/** The work that a condition asks for where nobody named any: "until lint is clean" is about lint. */
export function impliedTask(condition: string): string | null {
  const parts = condition.split(/\s+and\s+|\s*&&\s*/i)
  const each = parts.length > 1 ? parts.map(singleTask) : []
  if (each.length > 1 && parts.every(part => PREDICATE.test(part)) && each.every(task => task !== null))
    return [...new Set(each)].join(' and ')
  return singleTask(condition)
}

const PREDICATE = /\s(?:is|are|pass\w*|exits?|succeeds?|has|have|reports?|shows?)\b|[<>=]/i

function singleTask(condition: string): string | null {
  const does = /^(?:it|this|that|everything) (compiles|builds|type-?checks|lints)\b/i.exec(condition)?.[1]
  if (does !== undefined)
    return /^t/i.test(does) ? BY_PURPOSE.types : /^l/i.test(does) ? BY_PURPOSE.lint : BY_PURPOSE.build
  const gone = /^(.+?) (?:is|are) (?:gone|fixed|resolved|solved)$/i.exec(condition)?.[1]
  if (gone !== undefined && !/^(?:it|they|this|that|everything)$/i.test(gone)) return `fix ${gone}`
  const trouble =
    /^(?:there (?:are|is) )?(?:no|zero|0)(?: more)? ((?:errors?|failures?|problems?|issues?))(?: left| remaining| remain)?$/i.exec(
      condition,
    )?.[1]
  if (trouble !== undefined) return `fix ${trouble.toLowerCase()}`
  const reading = readTask(`make ${condition.replaceAll('`', '')} pass`)
  if (reading?.class === 'regression-gate' && /\b(?:ci|pipeline|checks)\b/i.test(condition))
    return `make ${subjectOf(condition) ?? 'CI'} green`
  if (reading !== null && !reading.unusual && reading.class !== 'bug-fix' && reading.class !== 'regression-gate')
    return [...new Set(reading.wants.map(purpose => workFor(purpose, condition)))].join(' and ')
  return made(condition)
}

/** Documentation that shall build is there already. */
const workFor = (purpose: Purpose, condition: string): string =>
  purpose === 'docs' && /\bbuilds?\b/i.test(condition) ? 'fix the docs build' : BY_PURPOSE[purpose]

const VERDICT =
  /^(.+?)\s+(?:(passes|pass|succeeds|succeed|works|compiles|builds|runs)|(?:exits|exit)(?: with)?(?: code)? (\d+)|(?:is|are) (.+))$/i
const BASE: Readonly<Record<string, string>> = {
  passes: 'pass',
  succeeds: 'succeed',
  works: 'work',
  compiles: 'compile',
  builds: 'build',
  runs: 'run',
}

/** A command that shall go well is work enough: make it so. */
function made(condition: string): string | null {
  if (/^there (?:is|are)\b/i.test(condition)) return any(condition)
  const [, subject = '', verb, code, state] = VERDICT.exec(condition) ?? []
  if (subject === '') return doing(condition)
  if (/^(?:it|they|this|that|everything|all)$/i.test(subject)) return null
  if (code !== undefined) return `make ${subject} exit ${code}`
  if (state !== undefined) return `make ${subject} ${state}`
  return `make ${subject} ${BASE[verb?.toLowerCase() ?? ''] ?? verb}`
}

const DOING =
  /^(.+?)\s+(print|show|say|report|return|output|give|produce|find|list|start|boot|load|respond|answer|exist|render|fit|match|contain|finish|complete|agree|hit|reach|stop|accept|reject|support|open|close|survive|resume|ha(?:s|ve)|contain|need|use|take|run|import|export)(?:e?s)?(?:\s+(.+))?$/i

/** "`wc -l` prints 0", "the daemon starts without errors": a thing, and what it shall do. */
function doing(condition: string): string | null {
  const [, thing = '', verb = '', rest = ''] = DOING.exec(condition) ?? []
  if (thing === '') return any(condition)
  if (PRONOUN.test(thing)) return null
  return `make ${thing} ${/^ha/i.test(verb) ? 'have' : verb.toLowerCase()} ${rest}`.trim()
}

const NONE =
  /^(?:there (?:are|is) )?(?:no|zero|0)(?: more)? ((?:[\w.()-]+ ){0,2}[\w-]+s)(?: (?:left|remaining|remain))?( (?:in|under|from|of|on) \S+(?: \S+)?)?(?: (?:left|remaining|remain))?$/i
const SOME_VERB =
  /^((?:the|our|my|all|every|each|\uE000)\b.*?[\w\uE001])\s+([a-z]{3,}[^s\Wu]s)((?: (?:within|in|under|without|with|for|on|to|as|at|from|up|back|down|out|off|again|after|before|when|\w+ly)\b.*)?)$/i
const PEOPLE = /\b(?:boss|customers?|clients?|users?|managers?|qa|team|reviewers?|people|everyone|lead)$/i

/** A thing that is to be gone, or any other verb: "the schema validates". */
function any(condition: string): string | null {
  const [, things, place = ''] = NONE.exec(condition) ?? []
  if (things !== undefined) return `remove the ${things}${place}`
  const [, thing = '', verb = '', rest = ''] = SOME_VERB.exec(condition) ?? []
  if (thing === '' || PEOPLE.test(thing)) return null
  return `make ${thing} ${verb
    .replace(/ies$/i, 'y')
    .replace(/(?<=ss|sh|ch|x|zz)es$/i, '')
    .replace(/(?<!y)s$/i, '')}${rest}`
}

const PRONOUN = /^(?:it|they|this|that|these|those|everything|all|there)$/i

const subjectOf = (condition: string): string | null =>
  /^(.+?)\s+(?:is|are|pass|passes|succeeds)\b/i.exec(condition)?.[1] ?? null
