import type { SealChange } from '../seal.ts'

type Change = Pick<SealChange, 'path' | 'section'> & Partial<Pick<SealChange, 'what'>>

const VERB =
  '(?:set|raise|lower|bump|upgrade|downgrade|update|change|increase|decrease|move|switch|use|require|declare|write|put|make|pin)'
const FILE = '(?:the\\s(?:file\\s)?)?["\'`]?(?<file>[\\w./-]*\\w\\.\\w+)["\'`]?'
const IN = '(?:in|of|inside|within|for)'
const VALUE = '["\'`]?(?<value>[\\w.^~><=*-]*\\w)["\'`]?'
/** Without "to", any word could be the value: "update the Go version in go.mod" names none. */
const SURE = '(?=["\'`]|[\\w.^~><=*-]*\\d|(?:true|false)\\s)'
const SETTING = '(?<setting>(?:(?!\\b(?:in|of|to|and|so|that|from)\\b)[\\w`"\'-]+\\s){0,6}?)'
const TO = '(?:to|=|:|as)'
const FROM = '(?:from\\s\\S+\\s)?'
const SHOULD = '(?:should|must|has\\sto|needs\\sto|shall)\\s(?:say|use|require|declare|have|contain|be|set|state)'
/** What may stand before a value: "to at least Go 1.18". */
const KIND = '(?:(?:at\\sleast|version|go|rust|python|node|php)\\s)*'

/** "raise the Go version in go.mod to 1.18", "bump go.mod to Go 1.18", "set edition = 2021 in Cargo.toml", "go.mod should require Go 1.18". */
const FORMS = [
  `${VERB}\\s${SETTING}${IN}\\s${FILE}\\s${FROM}${TO}\\s${KIND}${VALUE}`,
  `${VERB}\\s${FILE}(?:['’]s)?\\s${SETTING}${FROM}${TO}\\s${KIND}${VALUE}`,
  `${VERB}\\s${SETTING}(?:${FROM}${TO}\\s)?${KIND}${SURE}${VALUE}\\s${IN}\\s${FILE}`,
  `${FILE}\\s${SHOULD}\\s${SETTING}(?:${TO}\\s)?${VALUE}`,
  // The value stands elsewhere in the task: "move to edition 2021: set the edition in Cargo.toml".
  `${VERB}\\s(?:the\\s)?(?<setting>[\\w-]+)\\s${IN}\\s${FILE}(?<value>)`,
].map(form => new RegExp(`^(?:(?:please|now|also|then|just|we|you|need|must|should|to)\\s)*${form}$`, 'i'))

/** Words that say no more than that it is a setting. */
const PLAIN =
  /^(?:the|its|our|a|an|minimum|minimal|min|required|supported|language|version|setting|option|key|field|directive|line|value|entry|release|rust|cargo|python|node|php|at|least)$/i

interface SetValue {
  /** The words that name the setting. */
  readonly named: readonly string[]
  readonly value: string
}

/** What a clause sets in this file. */
const setIn = (path: string, clause: string): SetValue[] =>
  FORMS.flatMap(form => {
    const { file, setting = '', value = '' } = form.exec(clause.trim())?.groups ?? {}
    if (file === undefined || !(path === file || path.endsWith(`/${file}`))) return []
    if (isGoMod(path) && !GO_VERSION.test(value)) return []
    const words = setting.replace(/["'`]/g, '').split(/\s+/)
    return [{ named: words.filter(word => word !== '' && !PLAIN.test(word)).map(folded), value }]
  })

/**
 * Whether a clause of a task names the file, the setting, and its new value. Other settings of the file stay protected, and so does
 * another value where the section tells it.
 */
export function isSetTo({ path, section, what }: Change, clause: string): boolean {
  if (section === undefined || /^(?:scripts|tasks)\./.test(section)) return false
  return setIn(path, clause).some(({ named, value }) =>
    isGoMod(path) ? isGoLine(section, what, named, value) : isKey(section, named),
  )
}

/** Whether the clause is about one setting of a file, and so not about its other parts. */
export const setsOnePart = ({ path }: Change, clause: string): boolean =>
  setIn(path, clause).some(({ named }) => isGoMod(path) || (named.length === 1 && OWN_PART.test(named[0] ?? '')))

/** Settings that are a part of their own in every manifest. */
const OWN_PART = /^(?:edition|rust-version|requires-python|python-requires|engines|name)$/

const GO_VERSION = /^(?:v|go)?\d[\w.-]*$/i

const isGoMod = (path: string): boolean => /(?:^|\/)go\.mod$/.test(path)

/**
 * Settings of what is built, and with which versions. All others may be what a check measures by, such as `fail_under` or `strict`, and the
 * section does not tell their value.
 */
const BUILD_KEY =
  /^(?:edition|rust-version|resolver|default-run|links|name|version|engines|requires-python|python-requires|python-version|target-version|build-backend|env-?list|minversion|lto|opt-level|codegen-units|strip|panic)$/

/** The key is the last part of the section: `edition` of `package.edition`. */
const isKey = (section: string, named: readonly string[]): boolean =>
  named.length === 1 && BUILD_KEY.test(named[0] ?? '') && folded(section.split('.').at(-1) ?? '') === named[0]

/** The sections of a `go.mod` contain the value: `go.1.18`, `toolchain.go1.22.1`. */
function isGoLine(section: string, what: Change['what'], named: readonly string[], value: string): boolean {
  const word = named.includes('toolchain') ? 'toolchain' : 'go'
  if (named.some(one => !['go', 'golang', word].includes(one)) || !section.startsWith(`${word}.`)) return false
  const version = (text: string): string => text.replace(/^(?:v|go)/i, '').replace(/(?<=^\d+\.\d+)\.0$/, '')
  return what === 'deleted' || version(section.slice(word.length + 1)) === version(value)
}

const folded = (word: string): string => word.toLowerCase().replace(/_/g, '-')
