import { mainClause } from '../../criteria/task/clauses.ts'
import { partsOf, withoutConditions } from '../../criteria/task/parts.ts'
import { isConcrete } from '../../criteria/task/read-task.ts'

/** What orders and statements are about ends before these words; the words after them say where, when, or how. */
const END =
  /\s(?:in|of|for|to|from|with|without|on|at|by|about|into|inside|within|across|above|below|before|after|that|which|who|where|why|how|what|as|so|is|are|was|were|should|must|against|per|throughout|everywhere|using|via|under|over|than|and|or|only|too|again|(?:explain|describ|regard|concern|cover|mention|document|stat|say)ing)\s/i
const HAS = /\s(?:has|have|lacks?|contains?|needs?|misses|there (?:is|are))\s/i
/** "keep the comments", "do not touch the docs": not what to do. */
const LIMIT = /^(?:keep|keeping|leave|leaving|preserv\w+|retain\w*|do not|don't|never|without|no)\b/i

/** Whether the text that people read is all that the task asks to change: as the object of every order, not beside another. */
function isAbout(task: string, verbs: RegExp, nouns: RegExp): boolean {
  const parts = partsOf(mainClause(task)).filter(part => !LIMIT.test(part))
  const isMeant = (part: string): boolean => {
    const said = withoutConditions(part)
    return verbs.test(said) || said.split(HAS).some(piece => nouns.test(headOf(piece)))
  }
  return parts.some(isMeant) && !parts.some(part => !isMeant(part) && isConcrete(part))
}

/** The noun phrase in front, without the names of files at its end. */
const headOf = (piece: string): string =>
  (piece.split(END)[0] ?? '').replace(/(?:\s+(?:`[^`]*`|\S*[./]\w+|please|everywhere))*[\s.!]*$/, '')

const COMMENT_VERBS =
  /^re-?(?:format|indent|wrap)|^deprecate\b|^mark\b.*\b(?:deprecated|obsolete)\b|^indent\b|^(?:un)?comment\b|^(?:proofread|spell-?check|annotate|license)\b|^format (?:the )?(?:code|files?|all|everything|src)\b|^(?:wrap|break|shorten) (?:the |all )?(?:over)?long lines\b/i
const COMMENTS =
  /\b(?:comments?|commented(?:[- ]out)? (?:code|lines?|blocks?|tests?)|docstrings?|(?:js|ts|java|go|rust|php|py)docs?|docs?|documentation|licen[cs]es?(?: (?:headers?|notices?|texts?))?|copyright(?: \w+)?|(?:file|source) headers?|fixmes?|typos?|spelling|misspell\w+|whitespace|(?:blank|empty) lines?|line (?:lengths?|endings?|breaks?)|trailing spaces?|(?:re)?formatting|(?:code|coding) style|(?:re-?)?indent\w*|wrapping|pragmas?|annotations?|suppressions?|directives?|grammar|wording|semicolons?|shebangs?)$/i
/** The same words elsewhere. Their sentences cannot be read part by part. */
const IN_OTHER_LANGUAGES =
  /\b[ck]omm?ent(?:air|ar|er)\w*|\bdo[ck]ument(?:a[ct]|az|áci|aç)\w*|комментари|документаци|注释|注釈|コメント|文档|ドキュメント|주석|문서/i

/** The task itself is about comments, or about how the code looks. */
export const isAboutComments = (task: string): boolean =>
  isAbout(task, COMMENT_VERBS, COMMENTS) || /\b(?:TODO|FIXME)s\b/.test(task) || IN_OTHER_LANGUAGES.test(task)

const PROSE_VERBS =
  /^(?:document|describe|explain|translate|proofread)\b|^(?:add|list|mention|put|append|insert|include)\b.* (?:to|in|into) (?:the |our )?(?:readme|changelog|contributing|docs|documentation)(?:\.\w+)?[\s.]*$/i
const PROSE =
  /\b(?:docs?|document\w*|(?:readme|changelog|history|release notes?|docs?)(?:\.\w+)?(?: (?:entry|entries|notes?|lines?|items?|paragraphs?|tables?))?|paragraphs?|guides?|tutorials?|notes|manuals?|pages?|texts?|articles?|blog(?: posts?)?|faq|polic(?:y|ies)|prompts?|instructions?|skills?|templates?|sections?|chapters?|translations?|headings?|descriptions?|content|decision records?|adrs?|runbooks?|markdown|links?|recipes?|slides?|lessons?|glossary|license|wording|grammar|typos?|spelling)$/i

/** The task is about text that people read. */
export const isAboutProse = (task: string): boolean =>
  isAbout(task, PROSE_VERBS, PROSE) || LISTED.test(task) || IN_OTHER_LANGUAGES.test(task)

/** "add the aliases a, b, and c to the README": a list of names, which has no other order in it. */
const LISTED =
  /^(?:please )?(?:add|list|mention|put|include) (?:the |our )?(?:\w+ )?[`\w-]+(?:(?:, and |, | and )[`\w-]+)* (?:to|in|into) (?:the |our )?(?:readme|changelog|contributing|docs|documentation)(?:\.\w+)?[\s.]*$/i

/** Whether the task names a file: with its extension, or by one of the words in its path. */
export function namesFile(task: string, path: string, by: 'whole' | 'part'): boolean {
  const said = task.toLowerCase()
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (said.includes(name)) return true
  if (by === 'whole') return false
  const inPath = path.toLowerCase().split(NO_WORD)
  const inTask = said.split(NO_WORD).filter(word => word.length > 3)
  return (
    inPath.some(part => part.length > 2 && part !== 'src' && said.includes(part.replace(/s$/, ''))) ||
    inTask.some(word => name.includes(word))
  )
}

const NO_WORD = /[^\p{L}\p{N}]+/u
