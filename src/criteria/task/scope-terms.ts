const COMMON = new Set(
  'the a an and or of in on at to for with from into by is are be it its this that these those all any every some my our your their as so then not no do does did please make get keep fix fixes fixing resolve repair solve debug add adds improve increase raise bring until green red pass passes passing fail fails failing failed failure failures broken break error errors warning warnings issue issues problem problems bug bugs test tests testing suite spec specs lint linter linting type types typing build builds compile compiles check checks coverage code style format formatting clean cleanup refactor rename extract move migrate upgrade bump implement support new old again back up out off over main master ci run runs running ralph loop iterate going work works working separate own smaller module modules package packages crate crates project solution function functions class classes file files feature option where when how why which what can we you i us get gets got let must should stop complaints findings'.split(
    ' ',
  ),
)

/** A model for the work is not where it happens: "same shape as parsers/toml". */
const COMPARED =
  /\b(?:(?:the )?same (?:\w+ )?(?:as|like)|similar to|like (?:the (?:ones?|other\w*) )?(?:in|next to|we have in)|just like|as in|analogous to|modeled (?:on|after)|see also) [`'"]?[\w@./-]+|\bsee [`'"]?[\w@./-]+(?=[`'"]? (?:for|as)\b)/gi

/** Words of a task that may name a part of the project: paths as written, names in lower case. */
export function scopeTerms(task: string): string[] {
  const found = new Set<string>()
  for (const raw of task.replace(COMPARED, ' ').split(/[\s,;:!?"'`()]+/)) {
    const word = raw
      .replace(/[./]+$/, '')
      .replace(/^\.\//, '')
      .toLowerCase()
    if (word.length < 2 || COMMON.has(word) || /^\d+$/.test(word)) continue
    found.add(word)
    if (word === 'documentation') found.add('docs')
    // A file represents its folder.
    if (/\/[^/]+\.\w{1,5}$/.test(word)) found.add(word.slice(0, word.lastIndexOf('/')))
  }
  return [...found]
}

/** Words that say nothing about which part is meant. */
export const isCommonWord = (word: string): boolean => COMMON.has(word.toLowerCase())

/** Kinds of tests that have commands of their own. */
const KINDS =
  /^(unit|integration|e2e|end-to-end|acceptance|functional|smoke|browser|chrome|firefox|safari|webkit|node|deno|bun|javascript|erlang|wasm|ios|android|jvm|native|typescript|browserless|contract|component|system|api|ui|conformance|property|types|doc|doctest|docs|feature|features|regression|snapshot|visual|cli|mobile|web|frontend|backend|server|client|worker|js|ts|python|rust|ruby|go|java|es|css|md|markdown|yaml|dart|swift|race)$/

/** Words that in front of "tests" say which kind, not whose. */
export const TEST_KIND =
  'unit|integration|e2e|end-to-end|acceptance|functional|smoke|browser|system|regression|contract|property|conformance|doc|docs|snapshot'

const TEST_KINDS = new RegExp(`^(?:${TEST_KIND})$`)

export const isTestKind = (word: string): boolean => TEST_KINDS.test(word)

export const isKind = (word: string): boolean => KINDS.test(word)
