import { fail } from '../../std/result.ts'
import { asksServer } from '../../tools/shell/answers.ts'
import { ownCommands, readShell } from '../../tools/shell/shell-line.ts'
import type { Criterion } from '../criterion.ts'
import { type CriterionReading, type Reader, read, unreadable } from '../reading.ts'
import { masked } from '../sentence/prose.ts'
import { subjectCommand } from '../shell/command-words.ts'
import { findComparison } from './comparison.ts'
import { threshold } from './measure-clauses.ts'
import { patternOf, readSought } from './searched-text.ts'

/** "node app.js prints hello", "the output of `npm ls` does not contain invalid". */
export const readOutput: Reader = (clause, commands) => outputOf(clause, commands) ?? prints(clause, commands)

const NOT = String.raw`(?:(?:does not|doesn't|do not|don't|must not|should not|shouldn't|never|no longer|cannot|won't|not)\s+(?:ever\s+|longer\s+)?)`
const VERBS = String.raw`(?:finds?|prints?|outputs?|shows?|displays?|says|logs|emits?|writes|reports?|echoes|produces|responds with|answers(?: with)?|returns|lists|contains?|includes?|mentions?|matches|has|yields|gives|ends with|starts with|print|output|show|log|report|list|return|say)`
const PRINTS = new RegExp(
  String.raw`(?:\s+(?:should|must|will|shall|still|now|always|also))*\s+(?:(${NOT})(${VERBS})|(?:should\s+|must\s+|will\s+|to\s+)(${VERBS})|(finds|prints|outputs|shows|displays|says|logs|emits|writes|reports|echoes|produces|responds with|answers(?: with)?|returns|lists|contains|includes|mentions|matches|has|yields|gives|ends with|starts with))(?:\s+out)?\s+`,
  'gi',
)

const prints: Reader = (clause, commands) => {
  for (const match of masked(clause).matchAll(PRINTS)) {
    const command = subjectCommand(clause.slice(0, match.index), commands)
    const object = clause.slice(match.index + match[0].length).trim()
    if (command === null || object === '') continue
    const verb = (match[2] ?? match[3] ?? match[4] ?? '').toLowerCase()
    const reading = printed({ command, verb, object, negated: match[1] !== undefined, said: clause })
    if (reading) return reading
  }
  return null
}

interface Printed {
  readonly command: string
  readonly verb: string
  readonly object: string
  readonly negated: boolean
  readonly said: string
}

function printed({ command, verb, object, negated, said }: Printed): CriterionReading {
  const comparison = negated ? null : threshold(command, object, said)
  if (comparison) return comparison
  const nothing = /^(?:nothing|no output(?: at all)?|an empty (?:string|line|result)|anything)$/i.test(object)
  if (nothing)
    return read(
      outputMatch({ command, said, pattern: String.raw`\S`, flags: '', negated: /anything/i.test(object) === negated }),
    )
  const no = /^(?:no|zero|0)\s+(.+)$/i.exec(object)?.[1]
  if (/^(?:responds|answers|returns|gives|yields)/.test(verb) && isStatusOf(command, object))
    return fail(unreadable(said, { code: 'http-status' }))
  const sought = readSought(no ?? object)
  if (!sought) return null
  const { pattern, flags } = patternOf(sought)
  const placed = verb.startsWith('start')
    ? `^\\s*${pattern}`
    : verb.startsWith('end')
      ? `${pattern}\\s*$`
      : /^(?:exactly|only|just)\s/i.test(object)
        ? `^\\s*${pattern}\\s*$`
        : pattern
  return read(outputMatch({ command, said, pattern: placed, flags, negated: negated !== (no !== undefined) }))
}

/** The status of a response is not in its body, which is searched. */
const isStatusOf = (command: string, object: string): boolean =>
  asksServer(command) &&
  /^(?:an? |the )?(?:http )?(?:status |code )*[1-5]\d\d(?: ok| created)?$/i.test(object) &&
  !/http_code|response_code|\s(?:-\w*[iI]\w*|--head|--include)\b/.test(command)

/** A text that is present is proof; a missing text is proof only if the command ran well. */
const outputMatch = ({
  negated,
  ...match
}: {
  command: string
  said: string
  pattern: string
  flags: string
  negated: boolean
}): Criterion => ({ kind: 'output_match', ...match, negated, expect: negated && !searches(match.command) ? 0 : null })

/** grep exits with 1 when it finds nothing, which is the wanted result. */
const searches = (command: string): boolean =>
  ownCommands(readShell(command) ?? EMPTY_SCRIPT).some(({ name }) =>
    /^(?:[efz]?grep|rg|ag|ack)$/.test(name?.value ?? ''),
  )

const EMPTY_SCRIPT = { type: 'Script', pos: 0, end: 0, shebang: undefined, commands: [] } as const

const OUTPUT_OF =
  /^(?:the\s+)?(?:standard\s+)?(?:output|stdout|stderr|result)\s+(?:of|from)\s+(.+?)\s+((?:does not|doesn't|must not|should not|never|no longer)\s+)?(?:(?:should|must|will)\s+)?(contains?|includes?|matches|match|is|equals|be|has|shows?|mentions?|starts with|ends with)\s+(not\s+)?(.+)$/i
const IN_OUTPUT =
  /^(.+?)\s+(?:is|are|appears?|shows? up|can be found)\s+(not\s+)?(?:printed |shown |present |found |included )?(?:in|by|from)\s+(?:the\s+)?(?:output|stdout|stderr|result)?\s*(?:of|from|by)?\s*(`[^`]+`|.+)$/i

const EMPTY = /^(.+?)(?:'s)?(?:\s+output)?\s+(?:is|must be|should be|stays)\s+(not\s+)?empty$/i

const outputOf: Reader = (clause, commands) => {
  const empty = EMPTY.exec(clause)
  const silent = empty?.[1] ? subjectCommand(empty[1], commands) : null
  if (silent !== null)
    return printed({
      command: silent,
      verb: 'prints',
      object: 'nothing',
      negated: empty?.[2] !== undefined,
      said: clause,
    })
  const match = OUTPUT_OF.exec(clause)
  if (match?.[1] && match[5]) {
    const command = subjectCommand(match[1], commands)
    const equal = /^(?:is|equals|be)$/i.test(match[3] ?? '')
    const negated = (match[2] ?? match[4]) !== undefined
    if (command === null) return null
    if (equal && /^(?:empty|blank)$/i.test(match[5]))
      return printed({ command, verb: 'prints', object: 'nothing', negated, said: clause })
    return printed({
      command,
      verb: match[3] ?? '',
      object: equal && !findComparison(match[5]) ? `exactly ${match[5]}` : match[5],
      negated,
      said: clause,
    })
  }
  const found = IN_OUTPUT.exec(clause)
  if (!found?.[1] || !found[3]) return null
  const command = subjectCommand(found[3], commands)
  return command === null
    ? null
    : printed({ command, verb: 'prints', object: found[1], negated: found[2] !== undefined, said: clause })
}
