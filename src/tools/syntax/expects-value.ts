const BEFORE_VALUE = new Set(
  'return typeof case in of delete void throw new else do await yield instanceof default export if unless while until and or not when then elsif extends'.split(
    ' ',
  ),
)

/** Whether a value may begin at this place, so that a slash opens a regular expression and `<` a tag. */
export function expectsValue(text: string, kinds: Uint8Array, at: number): boolean {
  let before = at - 1
  while (before >= 0 && (kinds[before] === 1 || /\s/.test(text[before] ?? ''))) before--
  if (before < 0) return true
  const sign = text[before] ?? ''
  if (/[\w$]/.test(sign)) {
    let start = before
    while (start > 0 && /[\w$]/.test(text[start - 1] ?? '')) start--
    return text[start - 1] !== '.' && BEFORE_VALUE.has(text.slice(start, before + 1))
  }
  // After a name, a closing bracket or a string comes an operator.
  if (/[)\]"'`]/.test(sign)) return false
  return !(text.startsWith('++', before - 1) || text.startsWith('--', before - 1))
}
