const BOUNDARY = /(?<=[.!?;])\s+|\n+|\s[–—-]\s/

/** Tests, and the data that they compare with. */
const NOUN = String.raw`(?:tests?|specs?|test\s(?:cases?|suites?|files?|data|expectations?)|test_\w+|Test[A-Z_]\w*|\S+[._-](?:test|spec)\.\w+|assert(?:ion)?s?|expectations?|expected\s(?:\w+\s)?(?:outputs?|values?|results?|texts?|messages?|strings?|numbers?)|expected\s(?:files?|html|json)|base-?lines?|snapshots?|goldens?|golden\sfiles?|fixtures?|doctests?|reference\s(?:files?|outputs?))`
const CHANGE = String.raw`(?:updat|adapt|adjust|chang|rewrit|edit|amend|revis|modif|regenerat|refresh|re-?record|align|sync|correct|bring|replac)\w*`

/** "update the existing tests", "update callers, specs, and README", "adjust the test that …", "correct that one as well". */
const ORDER = new RegExp(
  String.raw`\b${CHANGE}\s(?:(?!(?:so|that|which|until|to|if|when|because|in|of|for|from)\s)[^\s.;]+\s){0,7}?["'\x60(]?${NOUN}(?![\w-])`,
  'i',
)
/** "the tests need to follow", "the expected outputs in x.md have to be updated", "the test that expects the error has to change". */
const NEED = new RegExp(
  String.raw`(?<![\w-])${NOUN}(?![\w-])[^;\n]{0,160}?\b(?:have|has|need|needs|must|should|will|can|may|ought|are|is|want|wants|go|goes)(?:\salso|\sobviously|\sthen|\sall)?\s(?:to\s)?(?:be\s|get\s)?(?:also\s)?(?:${CHANGE}|follow\w*|move\salong|reflect\w*|match\w*|catch\sup|new\svalues?|expect\b)`,
  'i',
)
/** "docs and tests too", "tests accordingly": the tests are one more object of the change. */
const TOO = new RegExp(
  String.raw`(?<![\w-])${NOUN}(?![\w-])[^.;\n]{0,40}?\s(?:too|as\swell|accordingly|likewise)\b`,
  'i',
)
/** "test_x expects the old message, so correct that as well": the order refers to the test with a pronoun. */
const PRONOUN = new RegExp(
  String.raw`(?<![\w-])${NOUN}(?![\w-])[^;\n]{0,160}?\b(?:so|and|please|then|,)\s(?:please\s)?${CHANGE}\s(?:it|that|them|this|those|these)\b`,
  'i',
)

const NAMES_TESTS = new RegExp(String.raw`(?<![\w-])${NOUN}(?![\w-])`, 'i')
/** Orders to make tests pass or to add tests, which say nothing about changing existing ones. */
const OTHER =
  /\b(?:fail(?:s|ing|ed|ures?)?|broken|red|flaky|missing|new|more|additional|further|another|regression|pass(?:es|ing)?|green|skip\w*|disabl\w*|(?:add|write|create|extend)(?:ing)?)\b(?:\s[\w-]+){0,3}?\s(?:tests?|specs?|assert\w*|snapshots?|fixtures?)\b|\b(?:tests?|specs?)\s(?:still\s|that\s|which\s|all\s|must\s|should\s|to\s)*(?:fail|pass|stay|be\sgreen|runs?|work)/i

/** Whether the task says that existing tests, or the data that they compare with, must be updated with the code. */
export function saysTestsFollow(task: string): boolean {
  const sentences = task.split(BOUNDARY)
  const about = sentences.filter(sentence => NAMES_TESTS.test(sentence))
  if (about.some(sentence => keepsTests(sentence))) return false
  return about.some(sentence => {
    if (PRONOUN.test(sentence) || NEED.test(sentence)) return true
    return !OTHER.test(sentence) && (ORDER.test(sentence) || TOO.test(sentence))
  })
}

/** A negation counts only in a clause about tests, not in one about the code: "it must not throw any more, update the tests". */
const keepsTests = (sentence: string): boolean =>
  sentence
    .split(/,\s|\s(?:and|but|so)\s|[():]/)
    .some(
      part =>
        NAMES_TESTS.test(part) &&
        (/\b(?:don['’]?t|do\snot|must\snot|should\snot|never|without|avoid)\s(?:\w+\s){0,2}?(?:chang|touch|modif|edit|alter|weaken|updat|adapt|delet|remov)\w*\s(?:\S+\s){0,3}?/i.test(
          part,
        ) ||
          /\b(?:stays?|remains?|keep|leave)\b.{0,40}\b(?:as\s(?:is|they\sare|it\sis)|unchanged|untouched|alone|the\ssame)\b/i.test(
            part,
          )),
    )

/** Values that the task itself gives: quoted text, literals, and code. */
export function valuesOfTask(task: string): readonly string[] {
  const quoted = [
    ...task.matchAll(/`([^`\n]{1,200})`|"([^"\n]{1,200})"|“([^”\n]{1,200})”|(?<![\w])'([^'\n]{1,200})'(?!\w)/g),
  ]
  const bare = task.replace(/`[^`\n]*`|"[^"\n]*"/g, ' ')
  const literals =
    bare.match(
      /(?<![\w.$-])(?:true|false|null|None|nil|undefined|NaN|-?\d+(?:\.\d+)?|\w+\[[^\]\s]*\]|[A-Z]\w*(?:Error|Exception)|\[[^\]\n]{0,80}\]|\{[^}\n]{1,80}\})(?![\w$])/g,
    ) ?? []
  return [
    ...new Set([...quoted.map(([, ...groups]) => groups.find(group => group !== undefined) ?? ''), ...literals]),
  ].filter(value => value.trim() !== '')
}
