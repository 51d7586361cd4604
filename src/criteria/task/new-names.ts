import { MODIFIER, ONE_DECLARATION, PART_OF_CODE } from './phrase-names.ts'

/** `name`: the code must have it. `word`: it may be a subject instead. `guess`: it may only describe what is added. */
export interface NewName {
  readonly name: string
  readonly sureness: 'name' | 'word' | 'guess'
}

/** "the functions mean and median", "a median helper": less sure, because "cart helpers" are named after a subject. */
const DECLARATIONS =
  /^(?:functions|funcs|methods|classes|structs|enums|interfaces|types|traits|constants|consts|macros|getters|setters|components|hooks|helpers?|util(?:s|ity|ities)?|routines?|procedures?|fields?|propert(?:y|ies)|attributes?|param(?:eter)?s?|arg(?:ument)?s?|props?|columns?|options?)$/i

/** "a type guard" and "a component library" are no declarations of these names. */
const OFTEN_COMBINED = /^(?:type|component|hook|interface|generator|macro|decorator)s?$/i

/** "a function wrapper", "a class hierarchy", "an enum value". */
const COMBINED =
  /^(?:chains?|wrappers?|compositions?|expressions?|hierarch(?:y|ies)|selectors?|prefix(?:es)?|suffix(?:es)?|variants?|values?|members?|tags?|bounds?|objects?|instances?|caches?|factory|literals?|references?|receivers?|handles?|lists?|tables?|diagrams?|components?|pools?|guards?|checks?|systems?|library|libraries)$/i

/** "a helper function", "a base class": words for a kind of declaration. */
const KIND_OF =
  /^(?:helper|utility|util|factory|callback|wrapper|base|abstract|parent|child|sub|super|missing|virtual|final|second|third|first|last|next|other|another|different|similar|extra|optional|required|proper|real|dedicated|dummy|fake|mock|stub|test|tests|sample|example|demo|short|long|fast|slow|safe|unsafe|tiny|little|nice|good|better|special|custom|main|core|tail|arrow|lambda|inner|outer|nested|instance|member|object|error|exception|data|value|model|entity|service|controller|view|enum|native|mixin|singleton|proxy|dataclass|record|shared|reusable|constructor|destructor|initializer|accessor|magic|dunder|hook|extension|free|friend|inline|higher|order|math|string|array|date|number|file|time|unit|thin|plain|few|more|some|any|no|handy|useful|convenience|default|keyword|positional|hidden|following|remaining|above|below)$/i

/** Words that refer to something else: "same options as the others". They are never names in code. */
const REFERS =
  /^(?:same|such|similarly|likewise|usual|equal|identical|analogous|corresponding|respective|matching|according|appropriate|certain|various|several|many|much|most|whatever|everything|anything|nothing|someone|else|also|etc|still|already|always|never|maybe|perhaps|instead|too|here|there|where|when|then|than|just|only|even|with|without|plus|like|unlike|its|their|our|your|his|her|mine|ours|this|that|these|those|which|who|whose|what|how|why|not|and|but|for|from|into|onto|over|under|about|after|before|because|since|until|while)$/i

/** Endings of adjectives, and of nouns for which code has a verb: "a recursive function", "a validation function" (`validate`). */
const DESCRIBES = /(?:[ai]ble|ive|al|ic|ous|less|ed|ing|[st]ion|ison|ment|ance|ence|ity|ness|er|or|based|like)s?$/i

/** Things that are added under no name of their own. */
const GENERAL =
  /^(?:support|functionality|features?|behaviou?r|ability|capability|logic|ways?|stuff|things?|flags?|commands?|errors?|warnings?|config\w*|settings?|dependenc(?:y|ies)|entry|entries|notes?|lines?|rows?|items?|sections?|todos?|fixmes?|issues?|task|tickets?|changes?|that|this|strict\w*|safety|polish|color|colou?rs?|style|styles)$/i

export const isNoun = (word: string): boolean => ONE_DECLARATION.test(word) || DECLARATIONS.test(word)

/** Whether a phrase has a noun for several declarations, so that the other parts of its list are names too. */
export const isPlural = (words: readonly string[]): boolean =>
  words.some(word => DECLARATIONS.test(word) && /s$/i.test(word))

/** A new name that is an ordinary word beside a noun: "a function average", "a remove method", "a small utility function slugify". */
export function plainNewName(words: readonly string[]): NewName | null {
  const at = words.findLastIndex(isNoun)
  const others = words.slice(0, Math.max(0, at)).filter(word => !MODIFIER.test(word) && !isNoun(word))
  const behind = words.slice(at + 1)
  const front = others.filter(word => !KIND_OF.test(word))
  const [name = ''] = [...front, ...behind]
  if (at < 0 || front.length + behind.length !== 1 || !isWord(name)) return null
  if (behind.length === 1 && COMBINED.test(name)) return null
  // "a recursive helper function" has no name at all.
  if (DESCRIBES.test(name) && others.length + words.filter(isNoun).length > 2) return null
  if (DESCRIBES.test(name) || OFTEN_COMBINED.test(words[at] ?? '')) return { name, sureness: 'guess' }
  const isSure = ONE_DECLARATION.test(words[at] ?? '') && (behind.length === 1 || others.length === 1)
  return { name, sureness: isSure ? 'name' : 'word' }
}

/** A word alone: "implement average in src/price.js". With an article or in the plural it is rather a thing than a name. */
export function bareNewName(words: readonly string[], verb: string): NewName | null {
  const [name = ''] = words.filter(word => !MODIFIER.test(word))
  const isAlone = words.filter(word => !MODIFIER.test(word)).length === 1
  if (!isAlone || !isWord(name) || isNoun(name) || KIND_OF.test(name) || GENERAL.test(name)) return null
  const isThing = words.length > 1 || (/[^s]s$/.test(name) && verb !== 'implement')
  return { name, sureness: isThing || DESCRIBES.test(name) ? 'guess' : 'word' }
}

const isWord = (name: string): boolean =>
  /^[a-z][a-z\d]{2,}$/.test(name) && !PART_OF_CODE.test(name) && !REFERS.test(name)
