import { pathsIn } from './paths-in.ts'
import { withCorrections } from './said-wrong.ts'
import { withWrongParts } from './wrong-parts.ts'

/** Splits a task into its orders: what one says about a file does not apply to the next. */
export function clausesOf(task: string): readonly string[] {
  const clauses = withVerbs(
    withWrongParts(withNamedFiles(task))
      .replace(TEST_IS_WRONG, 'correct the wrong $1')
      .replace(/\r?\n\s*(?:[-*]|\d+[.)])\s+/g, ' ; ')
      // An aside names files to look at.
      .replace(/\s\([^)]*\)/g, ' ')
      .replace(/\s(?:together|along) with\s/gi, ' and ')
      .split(
        /\s*(?:[;\n–—]|[.!?:](?=\s|$)|,(?=\s)|\s-+\s|\s(?:and then|then|and|but|so that|so|until|unless|because|since|while|whereas|although|whilst|in order to|such that|otherwise|if|when|once|after|before|as long as)\s)\s*/i,
      )
      .map(clause => clause.trim().replace(/^(?:and|then|but)\s+/i, ''))
      .filter(clause => clause !== ''),
  )
  return withCorrections(clauses, task)
}

/** "a.html and b.html expect <br>. The expected HTML in these two files is wrong": what is said of these is said of each. */
function withNamedFiles(task: string): string {
  const found = THESE_FILES.exec(task)
  const paths = found === null ? [] : [...new Set(pathsIn(task.slice(0, found.index)))]
  if (found === null || paths.length === 0 || paths.length > MOST_FILES) return task
  const [said, front = '', back = ''] = found
  const each = paths.map(path => `${front}${path}${back}`).join('.')
  return task.slice(0, found.index) + each + task.slice(found.index + said.length)
}

const MOST_FILES = 6
const THESE_FILES =
  /(?<=[.;!?\n])([^.;!?\n]{0,120}?)\b(?:these|those|both)(?: two| three| four)? (?:files|fixtures|snapshots)\b([^.;!?\n]{0,120})/i

/** "The expected value in a.test.js is wrong, fix the test": the test is to be corrected. */
const TEST_IS_WRONG =
  /(?:\bthe\s+)?((?:[\w'’-]{1,60}\s+){0,2}?(?:expect\w*|assert\w*|tests?)\b[^.;,!?]*(?:\.\w[^.;,!?]*)*?)\s+(?:is|are)\s+(?:wrong|incorrect|outdated|stale|mistaken)\s*[,;.:–-]*\s*(?:and\s+|so\s+|please\s+)*(?:fix|correct|update|adjust)\s+(?:the\s+|that\s+|this\s+)?(?:tests?|it|them|assert\w*|expect\w*|values?)\b/gi

/** "Delete a.js and its test a.test.js": a clause without a verb takes the one of the clause before it. */
function withVerbs(clauses: readonly string[]): readonly string[] {
  let verb = ''
  let wrong: { readonly path: string; readonly isTest: boolean } | null = null
  let isNear = false
  let named = ''
  let isTestWrong = false
  return clauses.map(clause => {
    const order = orderIn(clause)
    if (wrong !== null && order !== null && CORRECTS.test(order.verb) && pathsIn(order.rest).length === 0) {
      if (isNear && PRONOUN.test(order.rest)) return `edit ${wrong.path}`
      if (wrong.isTest && THE_TEST.test(order.object)) return `${order.verb} the wrong expected value in ${wrong.path}`
    }
    const isOfTest = order !== null && CORRECTS.test(order.verb) && THE_TEST.test(order.object)
    if (isTestWrong && isOfTest && pathsIn(order.rest).length === 0 && named !== '')
      return `${order.verb} the wrong expected value in ${named}`
    // "It" is the file only right behind what is wrong with it.
    isNear = order === null && (IS_WRONG.test(clause) || (isNear && /^(?:it|this|that)\b/i.test(clause)))
    if (order === null && IS_WRONG.test(clause)) wrong = wrongIn(clause, named)
    else if (order !== null || pathsIn(clause).length > 0) wrong = null
    isTestWrong ||= TEST_THAT_IS_WRONG.test(clause)
    named = pathsIn(clause).findLast(path => OF_TEST.test(path)) ?? named
    // "Remove slug from a.js and a.test.js": the second file is one more place.
    if (order) verb = FROM_FILE.test(clause) ? '' : order.verb
    else if (verb !== '' && ONLY_NAMED.test(clause) && pathsIn(clause).length > 0) return `${verb} ${clause}`
    else verb = ''
    return clause
  })
}

/** An expected value without a file is one of the file that was named last. */
function wrongIn(clause: string, named: string) {
  const path = pathsIn(clause)[0] ?? (/\bexpect|\bassert/i.test(clause) && OF_TEST.test(named) ? named : '')
  return path === '' ? null : { path, isTest: OF_TEST.test(clause) }
}

export const CORRECTS = /^(?:fix|correct|update|adjust|change|edit|replace|rewrite|modify)$/
/** "a.json has a wrong price. Correct it.", "the first example in a_spec.rb has a wrong value. Correct the spec.": what to edit. */
const IS_WRONG =
  /^(?:(?:the\s+)?(?:[\w'’-]+\s+){0,6}?(?:in|of|from)\s+)?(?:the\s+)?(?:file\s+)?\S+\s+(?:(?:has|contains|says|gives|lists|is|are|holds)\b.*\b(?:wrong|incorrect|outdated|stale|mistaken|typo)\b|still\s+(?:expects?|asserts?|says|shows|lists|has|uses|contains|wants|checks)\b)/i
/** "It is the test that is wrong, not the library." */
const TEST_THAT_IS_WRONG =
  /\b(?:tests?|specs?)\b (?:that |which |itself |here )*(?:is|are) (?:wrong|incorrect|outdated|mistaken)\b/i
const OF_TEST = /\b(?:expect\w*|assert\w*)\b|(?:^|[\W_])(?:tests?|specs?)(?=$|[\W_])/i
const THE_TEST =
  /^(?:the|that|this|its)\s+(?:\w+\s+)?(?:specs?|tests?|expectations?|assertions?|expected\s+\w+|values?|numbers?|examples?)(?:\s+(?:in|of)\s+(?:the|that|this)\s+(?:\w+\s+)?(?:tests?|specs?|file|example))?$/i
const PRONOUN = /^(?:it|this|that)(?:\s+(?:too|as well|accordingly|there))?$/i

const FROM_FILE = /\sfrom\s+(?:the\s+)?(?:file\s+)?["'`]?[\w.*@/-]*[./][\w.*@/-]*["'`]?$/i

const ONLY_NAMED =
  /^(?:(?:the|its|their|all|unused|old|own|tests?|specs?|files?|modules?|folders?|in|of|at|below|under)\s+)*[\w.*@-]*[./][\w.*@/-]*$/i

const NEGATED =
  /\b(?:do not|don['’]?t|does not|doesn['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t|cannot|can['’]?t|may not|never|not|without|no(?!-)|avoid|except|excluding|instead of|rather than|keep|leave|untouched|unchanged|unmodified|preserve|retain|as is|as they are|as it is|stays?|remains?|refrain|forbidden|nothing)\b/i

export const isNegated = (clause: string): boolean => NEGATED.test(clause)

// About the check, not about what to change.
const VERDICT =
  /\b(?:pass(?:es|ing|ed)?|green|succeeds?|succeeding|failing|fails?|failed|failures?|red|broken|breaks?|breaking|satisf(?:y|ies)|turn green|work again|erroring|crashing)\b/i

export const isAboutVerdict = (clause: string): boolean => VERDICT.test(clause)

// Words that end the object of the change and start the reason, the means, or the model.
const ENDS_OBJECT =
  /(?:^|\s)(?:to (?:satisfy|match|pass|make|fix|fit|meet|work|get|conform|comply|cover|agree|reflect|follow|mirror|ensure|mend|please|support|help|handle|repair)|so|(?<!\b(?:values?|results?|outputs?|expectations?|assertions?)\s)for|using|according|against|with|per|by|based|until|as|like|from|via|through|that|which|where|described|given|verified|tested|checked|covered|exercised|required|(?<!\b(?:the|an?|its|all|wrong|incorrect|outdated|stale|obsolete|bad|false)\s)expected|documented|specified|into|in (?:accordance|line|order|favou?r)|next to|alongside|beside|following|guided|driven|behind|whatever|what|how|see|cf|found|shown|mentioned|listed|seen|caught|reported|needed|used|called|imported)\b(?![/.]\w)/i

const POLITE = String.raw`(?:please\s+|now\s+|also\s+|just\s+|only\s+|first\s+|finally\s+|we (?:need|want) to\s+|i (?:need|want)(?: you)? to\s+|you (?:should|must|may|can)\s+|can you\s+|could you\s+|let['’]?s\s+|help me\s+|to\s+|\w+(?:\([^)]*\))?:\s+)*`
const CHANGE = new RegExp(
  String.raw`^${POLITE}(update|adapt|adjust|change|edit|rewrite|rename|move|delete|remove|drop|refactor|restructure|reorgani[sz]e|migrate|convert|port|modify|replace|split|merge|reformat|format|regenerate|refresh|accept|re-?record|record|simplify|translate|clean up|tidy(?: up)?|extend|switch|upgrade|configure|set up|setup|introduce|adopt|enable|disable|tighten|loosen|add|append|extract|deduplicate|parametri[sz]e|correct|consolidate|fix|bump|modernis[e]|modernize|transition|swap)\s+(.+)$`,
  'is',
)

const FILE = String.raw`(?:the (?:file )?)?["'\x60]?(?<file>[\w./-]*\w\.\w+)["'\x60]?`
const HOLD = '(?:says?|reads?|contains?|holds?|includes?|states?|equals?|be|have|has)'
/** What a file should contain: "make answer.txt say solved", "write 42 to answer.txt", "answer.txt should contain 42". */
const CONTENT = [
  String.raw`(?:make|let|have) (?:sure )?${FILE} ${HOLD}\b.*`,
  String.raw`${FILE} (?:should|must|has to|needs to) ${HOLD}\b.*`,
  String.raw`(?:write|put|save|store|place) .+ (?:to|into|in|inside) ${FILE}`,
  String.raw`(?:write|create|fill|generate) ${FILE}(?: with\b.*)?`,
  String.raw`(?:set|change|raise|lower|increase|decrease|bump|turn|switch) (?:(?!\b(?:to|so|that|match|matches)\b)[\w "'-]){1,40} (?:in|of|inside|within) ${FILE} (?:to|from)\b.*`,
].map(pattern => new RegExp(`^${POLITE}${pattern}$`, 'is'))

const IS_SUBJECT = /^(?:itself\b|(?:is|are|was|were|does|do|has|works|behaves|returns|should|must|can) )/i

export interface TaskOrder {
  readonly verb: string
  /** The object of the change, and no more. */
  readonly object: string
  /** Everything after the verb. */
  readonly rest: string
}

/** What a clause asks to change; null when it asks for no change. */
export function orderIn(clause: string): TaskOrder | null {
  const [, verb, rest] = CHANGE.exec(clause) ?? []
  if (verb === undefined || rest === undefined) {
    const file = CONTENT.map(pattern => pattern.exec(clause)?.groups?.['file']).find(name => name !== undefined)
    return file === undefined || isAboutVerdict(clause) ? null : { verb: 'fill', object: file, rest: file }
  }
  // "add itself is fine": a function of that name.
  if (IS_SUBJECT.test(rest)) return null
  // "Add" names the target after "to"; with any other verb "to" starts the purpose.
  const body = /^(?:add|append|move|extract)$/i.test(verb) ? rest : (rest.split(/\sto\s/i)[0] ?? rest)
  // A quoted title may have any words in it.
  const end = body.replace(/"[^"]*"|`[^`]*`/g, quoted => '"'.repeat(quoted.length)).search(ENDS_OBJECT)
  return { verb: verb.toLowerCase(), rest, object: end < 0 ? body : body.slice(0, end) }
}
