import { getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** Parses JSON with comments and trailing commas. Throws a `SyntaxError` where the text is not that either. */
export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) throw new SyntaxError(`${printParseErrorCode(error.error)} at position ${error.offset}`)
  // Into plain objects, in which also a key named `__proto__` is just a key.
  return JSON.parse(JSON.stringify(root && getNodeValue(root)))
}
