import type { Project } from '../../tools/manifests/project.ts'
import { isTelling, nameWords } from './name-words.ts'
import { type Nameable, nameables } from './nameable-checks.ts'
import type { NamedCheck } from './named-check.ts'

/** "the export map check says", "end to end tests are broken": a noun for a check, and the words in front of it. */
const PHRASE =
  /((?:(?<![\w./`-])[a-z][\w-]* ){1,4})(tests?|specs?|suite|checks?)(?: (?:job|step|run|suite))?(?= (?:is|are|was|were|fails?|failed|failing|says?|complains?|reports?|breaks?|broke|do(?:es)?(?: not|n't)|must|should|no longer|stopped|went|of the|pass|work|green)\b|[.!]?$|[,.] )/gi
/** "the specs for the monads extension". */
const BEHIND =
  /(?<=\bthe )(tests?|specs?|checks?) (?:for|of) (?:the )?([a-z][\w-]*(?: (?!fails?|are|is)[a-z][\w-]*)?)/gi
const MADE =
  /\b(?:add|create|write|introduce|rename|remove|delete|drop|extend|implement|new|more|missing|with|and|or)\b/i
const ENDS_A_PHRASE =
  /^(?:the|an?|our|my|all|some|two|three|any|these|those|fix|make|get|repair|run|for|of|in|since|that|because|when|only|please|both)$/i

/** What the noun says of the check, as scripts say it. */
const KIND: readonly (readonly [RegExp, RegExp])[] = [
  [/^(test|spec|suite)/i, /^(test|spec|e2e)$/],
  [/^check/i, /^(check|lint|verify|validate|test|spell)$/],
]

/** The check whose own name has the telling words in front of a noun for checks. Null when no name has them, or several have. */
export function checkByWords(task: string, project: Project): NamedCheck | null {
  const behind = [...task.matchAll(BEHIND)].map(([whole, noun = '', words = '']) => [whole, `${words} `, noun])
  for (const [, before = '', noun = ''] of [...task.matchAll(PHRASE), ...behind]) {
    const front = before.trim().split(' ')
    const start = front.findLastIndex(word => ENDS_A_PHRASE.test(word)) + 1
    const isJoined = /^end to end/i.test(before.replace(/^the /i, ''))
    const said = (isJoined ? front : front.slice(start)).join(' ')
    if (said === '' || MADE.test(said) || MADE.test(front.slice(0, start).join(' '))) continue
    const telling = nameWords(said).filter(isTelling)
    const kind = KIND.find(([pattern]) => pattern.test(noun))?.[1] ?? /^$/
    const best = telling.length === 0 ? null : bestOf(telling, kind, nameables(project))
    if (best === null) continue
    const { command, layer, source, line } = best
    // Words that fit a name are weaker than the name itself, so a person is asked.
    return {
      command,
      layer,
      source,
      line,
      name: `${said} ${noun}`,
      isGeneral: false,
      isOwnName: false,
      isScript: false,
      isJudged: true,
    }
  }
  return null
}

function bestOf(telling: readonly string[], kind: RegExp, known: readonly Nameable[]): Nameable | null {
  const rated = known
    // `test/solver.sh` is one test of several.
    .filter(({ isFile }) => !isFile)
    .map(one => {
      const titles = [one.title, one.goal].map(nameWords)
      const coveredBy = (title: readonly string[]): number => telling.filter(word => title.includes(word)).length
      const own = titles.reduce((best, title) => (coveredBy(title) > coveredBy(best) ? title : best), titles[0] ?? [])
      const covered = coveredBy(own)
      const others = own.filter(word => isTelling(word) && !telling.includes(word)).length
      return { one, covered, others, fits: own.some(word => kind.test(word)) ? 1 : 0 }
    })
    .filter(({ covered, fits, one }) => covered > 0 && (fits === 1 || (covered === telling.length && one.layer === 3)))
    .sort((a, b) => b.covered - a.covered || b.fits - a.fits || a.others - b.others || b.one.weight - a.one.weight)
  const [best, next] = rated
  if (best === undefined || best.others > 1) return null
  // Two names that fit equally well: the words do not tell which.
  return next !== undefined &&
    next.one.layer === best.one.layer &&
    next.covered === best.covered &&
    next.fits === best.fits &&
    next.others === best.others
    ? null
    : best.one
}
