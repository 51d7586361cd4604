/** Something that was said before. */
export interface Message {
  readonly by: 'user' | 'assistant'
  readonly text: string
}

const SPEAKER =
  /^\s*(?:[#*>-]+\s*)?\**(user|human|me|you|assistant|claude|codex|gemini|agent|ai|bot|model)\**\s*:\**\s*/i
const PERSON = /^(?:user|human|me|you)$/i

/** A conversation: JSON messages, one per line or in a list, or text with the speakers' names. */
export function readConversation(text: string): readonly Message[] {
  return fromJson(text) ?? fromText(text)
}

function fromJson(text: string): readonly Message[] | null {
  const whole = parsed(text)
  const list = Array.isArray(whole) ? whole : linesOf(text)
  const messages = list?.flatMap(messageOf) ?? []
  return messages.length === 0 ? null : messages
}

function linesOf(text: string): readonly unknown[] | null {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const values = lines.map(parsed)
  return values.every(value => typeof value === 'object' && value !== null) ? values : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageOf(value: unknown): readonly Message[] {
  if (typeof value !== 'object' || value === null) return []
  const inner =
    'message' in value && typeof value.message === 'object' && value.message !== null ? value.message : value
  const role = 'role' in inner ? inner.role : 'type' in value ? value.type : undefined
  const text = 'content' in inner ? textOf(inner.content) : 'text' in inner ? textOf(inner.text) : ''
  return typeof role === 'string' && text !== '' ? [{ by: PERSON.test(role) ? 'user' : 'assistant', text }] : []
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.flatMap(part => (typeof part?.text === 'string' ? [part.text as string] : [])).join('\n')
      : ''

function fromText(text: string): readonly Message[] {
  const messages: { by: Message['by']; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const speaker = SPEAKER.exec(line)
    if (speaker || messages.length === 0)
      messages.push({ by: speaker === null || PERSON.test(speaker[1] ?? '') ? 'user' : 'assistant', lines: [] })
    messages.at(-1)?.lines.push(speaker ? line.slice(speaker[0].length) : line)
  }
  return messages.map(({ by, lines }) => ({ by, text: lines.join('\n').trim() })).filter(({ text }) => text !== '')
}
