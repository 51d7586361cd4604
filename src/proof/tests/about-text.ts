/** Names of code are no words: `formatPrice` is not about formatting, and neither is the header module. */
const CODE_NAME =
  /`[^`]*`|\b[a-z]+[A-Z]\w*|\b(?:[A-Z][a-z0-9]+){2,}\b|\b\w*_\w+|\b\w+\(|\b[\w-]+(?=\s+(?:module|class|component|function|method|parser|handler|service|logic|helper|util\w*|generator|middleware|hook|api|endpoint|model|view|controller|package|library|system|engine|builder|reader|writer|renderer|store|app)s?\b)/g

const words = (task: string): string => task.replace(CODE_NAME, ' ')

const COMMENTS =
  /\b(?:(?:un)?comment(?:s|ed|ing)?|docstrings?|(?:js|ts|java|go|rust|php|py)docs?|docs?|licen[cs]es?|copyright|(?:file|source) headers?|fixmes?|todo comments?|typos?|spelling|whitespace|blank lines?|(?:re)?format(?:ted|ting)?(?! of\b)|(?:re-?)?indent\w*|(?:re)?wrap(?:ping)?|line length|pragmas?|annotations?|suppressions?|grammar|wording)\b/i

/** The task itself is about comments, or about how the code looks. */
export const isAboutComments = (task: string): boolean => COMMENTS.test(words(task)) || /\bTODOs?\b/.test(task)

const PROSE =
  /\b(?:docs?|document\w*|readme|changelog|guides?|tutorials?|notes|manuals?|pages?|texts?|articles?|blog|posts?|faq|polic(?:y|ies)|prompts?|instructions?|skills?|templates?|sections?|chapters?|translat\w+|headings?|descriptions?|content|decision records?|adrs?|runbooks?|markdown|links?|recipes?|slides?|lessons?|glossary|license)\b/i

/** The task is about text that people read. */
export const isAboutProse = (task: string): boolean => PROSE.test(words(task))

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
