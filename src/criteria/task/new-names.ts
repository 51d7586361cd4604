import { MODIFIER, ONE_DECLARATION, PART_OF_CODE } from './phrase-names.ts'

/** `doubtful`: the word may only describe what is added. */
interface NewName {
  readonly name: string
  readonly doubtful: boolean
}

/** "a type guard" and "a component library" are no declarations of these names. */
const OFTEN_COMBINED = /^(?:type|component|hook|interface|generator|macro|decorator)$/i

/** "a function wrapper", "a class hierarchy", "an enum value". */
const COMBINED =
  /^(?:chains?|wrappers?|compositions?|expressions?|hierarch(?:y|ies)|selectors?|prefix(?:es)?|suffix(?:es)?|variants?|values?|members?|tags?|bounds?|objects?|instances?|caches?|factory|literals?|references?|receivers?|handles?|lists?|tables?|diagrams?|components?|pools?|guards?|checks?|systems?|library|libraries)$/i

/** "a helper function", "a base class": words for a kind of declaration. */
const KIND_OF =
  /^(?:helper|utility|util|factory|callback|wrapper|base|abstract|parent|child|sub|super|missing|virtual|final|second|third|first|last|next|other|another|different|similar|extra|optional|required|proper|real|dedicated|dummy|fake|mock|stub|test|tests|sample|example|demo|short|long|fast|slow|safe|unsafe|tiny|little|nice|good|better|special|custom|main|core|tail|arrow|lambda|inner|outer|nested|instance|member|object|error|exception|data|value|model|entity|service|controller|view|enum|native|mixin|singleton|proxy|dataclass|record|shared|reusable|constructor|destructor|initializer|accessor|magic|dunder|hook|extension|free|friend|inline|higher|order|math|string|array|date|number|file|time|unit|thin|plain|few|more|some|any|no)$/i

/** Endings of adjectives, and of nouns for which code has a verb: "a recursive function", "a validation function" (`validate`). */
const DESCRIBES = /(?:[ai]ble|ive|al|ic|ous|less|ed|ing|[st]ion|ison|ment|ance|ence|er|or|based|like)$/i

/** A new name that is an ordinary word: "a function average", "a remove method". */
export function plainNewName(words: readonly string[]): NewName | null {
  const at = words.findIndex(word => ONE_DECLARATION.test(word))
  const front = words.slice(0, Math.max(0, at)).filter(word => !MODIFIER.test(word))
  const behind = words.slice(at + 1)
  const [name = ''] = [...front, ...behind]
  if (at < 0 || front.length + behind.length !== 1 || !/^[a-z][a-z\d]+$/.test(name) || PART_OF_CODE.test(name))
    return null
  if (behind.length === 1 ? COMBINED.test(name) : KIND_OF.test(name)) return null
  return { name, doubtful: DESCRIBES.test(name) || OFTEN_COMBINED.test(words[at] ?? '') }
}
