/** `US-001`, `US-2.1.1`, `API-AUTH-12`. */
const KEY = String.raw`[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+(?:\.\d+)*`
/** `Story 1.2`, `Task 3`. */
const COUNTED = String.raw`(?:User\s+)?(?:Story|Task|Feature|Issue)\s+#?\d+(?:\.\d+)*`

/** `### US-001: Title` and `### Task 3: Title`, as PRDs and plans write them. */
const HEADED = new RegExp(
  String.raw`^#{2,4}\s+(?:(?:User\s+)?(?:Story|Task|Feature|Issue)\s+)?(${KEY}|${COUNTED})\s*[:.—–-]\s*(.+?)\s*#*$`,
)
/** `**1.2** Add …`, `T001 Add …`, `US-001: Add …`, `[#42] Fix …`, `[bd-7f2] Fix …`. */
const NAMED = new RegExp(
  String.raw`^(?:\*\*)?(?:\[#?(\w[\w.-]*\d[\w.-]*)\]|\[?(${COUNTED}|\d+(?:\.\d+)+|${KEY}|[A-Z]{1,8}\d+(?:\.\d+)*)\]?)[.:]?(?:\*\*)?[.:]?\s+(.+)$`,
)

interface KeyedTitle {
  readonly id: string | null
  readonly title: string
}

/** The key of a heading that is a task; null when it is another heading. */
export function keyOfHeading(line: string): { readonly id: string; readonly title: string } | null {
  const [, key, title] = HEADED.exec(line) ?? []
  return key === undefined || title === undefined ? null : { id: idOf(key), title }
}

/** The key at the start of a box. */
export function keyOfBox(text: string): KeyedTitle {
  const [, bracketed, key, title] = NAMED.exec(text.trim()) ?? []
  if (title === undefined) return { id: null, title: text.trim() }
  return { id: bracketed ?? idOf(key ?? ''), title: title.trim() }
}

/** `Story 1.2` is 1.2, and `Task 3` is task-3: a single digit would be no name. */
function idOf(key: string): string {
  const [, word, number = ''] = /(\w+)\s+#?(\d[\d.]*)$/.exec(key) ?? []
  if (word === undefined) return key
  return number.includes('.') ? number : `${word.toLowerCase()}-${number}`
}

const NOTHING = /^(?:none|nothing|n\/?a|no|[-–—])\.?$/i

/** The ids in "US-001 (schema), Story 1.2 and fix-the-lexer". */
export function idsIn(value: string): readonly string[] {
  const parts = value.replace(/\([^)]*\)|[`*]/g, ' ').split(/[,;]|\s+and\s+/)
  return parts.flatMap(part => {
    const text = part.trim()
    if (text === '' || NOTHING.test(text)) return []
    const key = new RegExp(`${COUNTED}|${KEY}`).exec(text)?.[0]
    return key === undefined ? text.split(/\s+/).map(id => id.replace(/^#(?=\d)/, '')) : [idOf(key)]
  })
}
