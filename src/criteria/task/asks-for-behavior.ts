import { mainClause } from './clauses.ts'
import { partsOf } from './parts.ts'
import { readTask } from './read-task.ts'

/**
 * Whether a task changes what the code does, so that a test can show it. This is the default for reports, wishes, decisions, and unknown
 * orders. The exceptions are kinds of work that a test cannot show.
 */
export function asksForBehavior(task: string): boolean {
  if (OTHER_KIND.test(task)) return false
  const said = task.replace(/’/g, "'")
  const clause = mainClause(said)
  const read = readTask(said)
  const work = read?.class ?? ''
  if (SETUP_WORK.test(clause) || isAboutSpeed(clause)) return false
  const parts = partsOf(clause)
  const isSure = BEHAVIOR.includes(work) && !read?.unusual
  const [first = ''] = parts
  if ((isOfTests(first) && !(isSure && FAILS.test(first))) || CODE_IS_RIGHT.test(clause)) return false
  if (isSure) return true
  // "merge() mutates its argument" is not an order to merge something.
  const call = /^\s*`?(\w{2,40})\(/.exec(said)?.[1] ?? '-'
  if (read?.phrase.toLowerCase().startsWith(call.toLowerCase())) return true
  if (read === null || read.unusual) return !CHECKED_FORM.test(clause) && !isAboutForm(parts)
  if (work === 'coverage' || (work === 'docs' && isAboutDocument(said))) return false
  const order = parts.find(part => part.includes(read.phrase)) ?? ''
  if (work === 'regression-gate') return ACCOMPANYING.test(order) && reportsBehavior(parts)
  return !CHECKED_FORM.test(clause) && reportsBehavior(parts)
}

/** Kinds of work that add or repair behavior. */
const BEHAVIOR: readonly string[] = ['bug-fix', 'implement-feature', 'use-case']

/** "docs: …", "perf(parser): …": the prefix states the kind of work. */
const OTHER_KIND =
  /^\s*(?:(?:a |one )?(?:small|tiny|pure|minor|little|quick|just) )?(?:docs?|documentation|readme|perf|performance|chore|refactor(?:ing)?|clean-?up|tidy(?:ing)?(?:[ -]up)?|housekeeping|tests?|ci|style|typings?|deps|release)(?:\([^)]{0,40}\))?(?: [a-z]{1,12})?!?:\s/i

/** A test that already fails shows whether the work is done. */
const FAILS = /\b(?:fail\w*|red|broken|crash\w*)\b/i

/** "The second example in the README raises …", "README has no word about …": the subject is a document. */
export const isAboutDocument = (task: string): boolean => DOCUMENT_SUBJECT.test(partsOf(mainClause(task))[0] ?? '')

const DOCUMENT_SUBJECT =
  /^(?:(?!is\b|are\b|was\b|should\b|must\b|has\b|have\b|does\b|returns\b|that\b|which\b|and\b|with\b|to\b)\S+ ){0,7}?(?:readme|changelog|contributing|docs|documentation|docstrings?|(?:code |doc )?comments?|manual|tutorial|wiki|man ?page)(?:\.\w+)?(?!\S)/i

/** Versions, releases, and the tools that build and run the project. */
const SETUP_WORK =
  /\b(?:prepare|cut|tag|publish|draft|make) (?:the |a |an )?(?:new )?(?:\S+ )?release\b|\b(?:go directive|msrv|rust-version|engines?|go\.mod|minimum (?:supported )?(?:\w+ )?version|supported (?:\w+ )?versions|ci matri(?:x|ces)|(?:github|gitlab) (?:actions|ci)|dependabot|lockfile)\b|^(?:our )?(?:ci|the pipeline|the workflow) (?:should|must|needs?|has)\b|\bdo(?:es)?(?: not|n['’]t) support (?:node|go|python|ruby|php|java|rust|ie)\b/i

const SLOW =
  /\b(?:slow(?:er|ly|ness)?|quadratic|o\(n|allocations?|allocs|allocates|performance|perf|faster|speed(?:s|ed|ing)? up|throughput|latency|benchmarks?|expensive|recomput\w+|recompil\w+)\b/i
/** The task also reports a bug, so it is not only about speed. */
const BROKEN =
  /\b(?:crash\w*|panics?|throws?|raises|fails?|wrong(?:ly)?|incorrect\w*|lost|loses|bugs?|exceptions?|must|timeouts?|leaks?)\b/i
const isAboutSpeed = (clause: string): boolean => SLOW.test(clause) && !BROKEN.test(clause)

/** Work that type checkers, compilers, linters, and formatters check. */
const CHECKED_FORM =
  /\btype[- ](?:checks?|checking|checker|errors?|hints?|annotations?|declarations?|definitions?|safety)\b|\b(?:typecheck\w*|typings|(?:explicit|nullable|strict|precise|narrower?|better|missing)(?: \w+)? types?|deprecated (?:in|since|by|from|as of) (?:newer|recent|current|later|the next|php|python|node|go|ruby|rust|java|c\+\+|es\d|typescript|version|v?\d)|deprecation|typed as|untyped|mypy|pyright|tsc|typescript|return types?|generics|tsconfig|linters?|lints?|linting|eslint|ruff|clippy|rubocop|golangci\w*|staticcheck|prettier|biome|gofmt|rustfmt|compiler|compil(?:e|es|ation) (?:errors?|warnings?)|warnings|strict mode|indentation)\b|\.d\.[cm]?ts\b|\.pyi\b|\s-W[a-z]/i

/** How code is written, and what stays the same for its callers: "use f-strings", "avoid the global variable". */
const FORM_OF_CODE =
  '(?:f-?strings?|string interpolation|template (?:literals?|strings?)|constants?(?![- ](?:time|folding))|enums?|magic (?:numbers?|strings?|values?)|dependency injection|globals|global (?:variables?|state)|singletons?|arrow functions?|async/await|(?:list|dict|set) comprehensions?|early returns?|guard clauses?|destructuring|(?:named|default|wildcard|star|relative|absolute) (?:imports?|exports?)|es ?modules|data ?classes|context managers?|pathlib|optional chaining|nullish coalescing|composition|inheritance|mixins?|(?:shared|common|private) (?:helpers?|functions?|methods?)|nested (?:ifs?|ternar\\w+|callbacks)|code duplication|duplicated? code)'
const CODE_NOUN =
  '(?:constants?|helpers?|types?|interfaces?|functions?|methods?|class(?:es)?|util(?:s|ities|ity)|enums?|variables?|parameters?|arguments?|params?|imports?|exports?|fields?|code|macros?)'
const FORM_ORDERS = [
  `^(?:use|avoid|prefer|apply|favou?r|get rid of|eliminate|clear)\\s(?:\\S+\\s){0,3}?${FORM_OF_CODE}(?![\\w-])`,
  `^(?:put|place|gather|collect|group|keep)\\s(?:\\S+\\s){0,3}?${CODE_NOUN}\\s(?:\\S+\\s){0,4}?(?:in|into|to|inside|next to|together)(?!\\S)`,
  '^(?:re-?)?export\\s(?:the |all |our |its |also ){0,2}(?:\\w+ )?(?:types?|interfaces?)(?![\\w-])(?! (?:as|to) )',
  `^(?:there (?:is|are) )?(?:an? |the |some )?(?:unused|dead|unreachable|duplicated?) ${CODE_NOUN}(?:\\s(?!is\\b|are\\b|was\\b|were\\b)\\S+){0,8}$`,
  '^use\\s(?:\\S+\\s){0,2}?(?:built-?in|native|standard(?: library)?|stdlib)\\s.*\\b(?:our own|own|custom|home-?made|hand-?(?:written|rolled))\\b',
  "^(?:change|set|make|use|switch)\\s(?:\\S+\\s){0,2}?(?:buttons?|links?|pages?|side ?bars?|nav ?bars?|headers?|footers?|headings?|logos?|icons?|menus?|cards?|background|fonts?)['’]?s? (?:\\S+ )?(?:colou?rs?|fonts?|sizes?|styles?|padding|margins?|radius|shadows?)(?!\\S)",
  '^(?:(?:some|small|minor|a|general|code|bit of) ){0,3}(?:clean-?ups?|clean up|tidying(?: up)?|polish(?:ing)?|refactorings?|housekeeping)(?: (?:of|in|for) .*)?$',
].map(pattern => new RegExp(pattern, 'i'))

/** Whether the task names only a form of code: a report, a wish, or an order for behavior beside it counts more. */
function isAboutForm(parts: readonly string[]): boolean {
  const isForm = (part: string): boolean => FORM_ORDERS.some(pattern => pattern.test(part)) && !BROKEN.test(part)
  return (
    parts.some(isForm) &&
    parts.every(part => isForm(part) || !/\s/.test(part) || !(REPORT.test(part) || isOrderForCode(part)))
  )
}

/** "test_join is wrong", "the row in TestJoin …", "the specs should …", "the second example …": the subject is not part of the product. */
const TEST_SUBJECT =
  /^(?:(?!is\b|are\b|was\b|should\b|must\b|has\b|have\b|does\b|returns\b|that\b|which\b)\S+ ){0,8}?(?:(?:unit |integration )?(?:tests?|specs?|test ?cases?|test suite|suite)(?! (?:runner|framework|command|harness|mode))|[\w/.-]*(?:test_\w+|_test\b|\.(?:test|spec)\.\w+)|Test[A-Z]\w*|\w*[a-z](?:Test|Spec)\b\S*|(?:tests?|specs?)\/\S+|baselines?|expectations?|fixtures?|snapshots?|mocks?|(?<!\b[Ff]or )(?:examples?|demos?|samples?)(?![:,]))(?:\b|\s|$)/

const CODE_IS_RIGHT =
  /\b(?:code|implementation|source|function|library|\w+ itself) is (?:right|correct|fine|ok(?:ay)?)\b/i

/** "update the tests", "adapt the readme": changes that accompany other work. */
const ACCOMPANYING =
  /^(?:updat\w+|adapt\w*|adjust\w*|(?:remov|delet|clean|tidy|drop)\w*(?: up)? (?:(?:the|its|all|old|existing|outdated|obsolete|related|affected) ){0,3}(?:tests?|specs?|snapshots?|baselines?|fixtures?|expectations?|docs|readme|changelog|examples?)\b)/i

/** A pronoun, or no subject at all: the part has the same subject as the part before it. */
const GOES_ON = /^(?:it|they|this|that|these|those|which|should|must|so|both|each|has|have|needs?)\b/i

/** What the code does, or must do from now on. */
const REPORT =
  /\b(?:should|must|ought to|needs? to|has to|have to|supposed to)\b(?! (?:only |all |now |also |still |then )*(?:keep|stay|remain|continue|go\b|be gone|be removed|be deleted|pass|follow|change|re-?export|be (?:updated|adapted|adjusted|kept|green)))|\b(?:would|could|['’]d) (?:be (?:nice|great|good|cool|better|handy|useful)|expect|like|love|prefer)\b|\b(?:we|i|they|the team)(?:['’]ve| have| all)? (?:decided|agreed|want|wish|expect(?:ed)?)\b|\b(?:from|as of|starting (?:from|with)) (?:now|today|v?\d[\w.]*|the next \w+)(?: on(?:wards)?)?\b|\b(?:crash\w*|panics?|throws?|raises?|returns?|gives?|prints?|drops|loses?|ignores?|ignored|hangs?|fails?|breaks?|disagrees?|misses|writes|silently|wrong(?:ly)?|incorrect\w*|instead of|no longer|off by|lost|confusing|misleading|unexpected)\b|\b(?:is|are|was|were|does|do|did|has|have|can) ?not\b|\bcannot\b|\bnever\b/i

/** Whether a part that is not about tests describes what the code does or must do. */
function reportsBehavior(parts: readonly string[]): boolean {
  let isSkipped = false
  for (const part of parts) {
    if (!GOES_ON.test(part)) isSkipped = isOfTests(part) || isFollowUp(part)
    if (!isSkipped && (REPORT.test(part) || isOrderForCode(part))) return true
  }
  return false
}

/** "strip each part": an order to change the code. */
function isOrderForCode(part: string): boolean {
  const read = readTask(part)
  if (read === null) return false
  return read.unusual ? read.class === 'regression-gate' : BEHAVIOR.includes(read.class)
}

const isOfTests = (part: string): boolean => TEST_SUBJECT.test(part) && !ACCOMPANYING.test(part)

/** "adjust the test that says it returns nothing" describes a test, not the code. */
const isFollowUp = (part: string): boolean =>
  ACCOMPANYING.test(part) && !/\b(?:from v?\d|from now on|instead of)\b/i.test(part)
