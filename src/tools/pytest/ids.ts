/** Splits "id - message"; the id may itself contain " - " inside its parameters. */
export function cut(text: string): { nodeId: string; message: string | null } {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '[') depth += 1
    else if (char === ']') depth -= 1
    else if (depth <= 0 && text.startsWith(' - ', at)) return { nodeId: text.slice(0, at), message: text.slice(at + 3) }
  }
  return { nodeId: text.trim(), message: null }
}

/** The file, the classes and the test; what stands in brackets belongs to the test. */
export function nodeParts(nodeId: string): string[] {
  const bracket = nodeId.indexOf('[')
  const head = bracket === -1 ? nodeId : nodeId.slice(0, bracket)
  const parts = head.split('::')
  const last = parts.pop() ?? ''
  return [...parts, bracket === -1 ? last : last + nodeId.slice(bracket)]
}
