import type { Purpose } from '../../tools/commands/tool-commands.ts'
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

/** The task that a condition implies when none is named: "until lint is clean" is about lint. */
export function impliedTask(condition: string): string | null {
  const parts = condition.split(/\s+and\s+|\s*&&\s*/i)
  const each = parts.length > 1 ? parts.map(singleTask) : []
  if (each.length > 1 && parts.every(part => PREDICATE.test(part)) && each.every(task => task !== null))
    return [...new Set(each)].join(' and ')
  return singleTask(condition)
}

const PREDICATE = /\s(?:is|are|pass\w*|exits?|succeeds?|has|have|reports?|shows?)\b|[<>=]/i

function singleTask(condition: string): string | null {
  const gone = /^(.+?) (?:is|are) (?:gone|fixed|resolved|solved)$/i.exec(condition)?.[1]
  if (gone !== undefined && !PRONOUN.test(gone)) return `fix ${gone}`
  const [, trouble, things, place = ''] = NONE.exec(condition) ?? []
  if (trouble !== undefined && place === '') return `fix ${trouble.toLowerCase()}`
  const reading = readTask(`make ${condition.replaceAll('`', '')} pass`)
  if (reading?.class === 'regression-gate' && /\b(?:ci|pipeline|checks)\b/i.test(condition))
    return `make ${/^(.+?)\s+(?:is|are|pass|passes|succeeds)\b/i.exec(condition)?.[1] ?? 'CI'} green`
  if (reading !== null && !reading.unusual && reading.class !== 'bug-fix' && reading.class !== 'regression-gate')
    return [...new Set(reading.wants.map(purpose => workFor(purpose, condition)))].join(' and ')
  return things === undefined ? made(condition) : `remove the ${things}${place}`
}

/** Documentation that must build is there already. */
const workFor = (purpose: Purpose, condition: string): string =>
  purpose === 'docs' && /\bbuilds?\b/i.test(condition) ? 'fix the docs build' : BY_PURPOSE[purpose]

const NONE =
  /^(?:there (?:are|is) )?(?:no|zero|0)(?: more)? (?:(errors?|failures?|problems?|issues?)|((?:[\w.()-]+ ){0,2}[\w-]+s))(?: (?:left|remaining|remain))?( (?:in|under|from|of|on) \S+(?: \S+)?)?(?: (?:left|remaining|remain))?$/i
const PRONOUN = /^(?:it|they|this|that|these|those|everything|all|there)$/i
const VERDICT =
  /^(.+?)\s+(?:(pass|succeed|work|compile|build|run)(?:e?s)?|exits?(?: with)?(?: code)? (\d+)|(?:is|are) (.+))$/i

/** "`make e2e` succeeds" is work enough: make it so. */
function made(condition: string): string | null {
  const [, subject = condition.split(' ')[0] ?? '', verb, code, state] = VERDICT.exec(condition) ?? []
  if (PRONOUN.test(subject)) return null
  if (verb !== undefined) return `make ${subject} ${verb.toLowerCase()}`
  if (code !== undefined) return `make ${subject} exit ${code}`
  return state === undefined ? `make sure that ${condition}` : `make ${subject} ${state}`
}
