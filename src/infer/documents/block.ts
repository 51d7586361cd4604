/** A piece of a document, with its first line and the headings above it. */
export interface DocumentBlock {
  readonly kind: 'code' | 'text'
  readonly text: string
  readonly line: number
  readonly language: string
  readonly headings: readonly string[]
  /** The text just before a block of code; it often says what the code is for. */
  readonly before: string
}

export const isBlocks = (data: unknown): data is readonly DocumentBlock[] => Array.isArray(data)

/** Collects blocks while remembering headings and the last words. */
export class BlockCollector {
  readonly blocks: DocumentBlock[] = []
  readonly #headings: string[] = []
  #before = ''

  heading(depth: number, text: string): void {
    this.#headings.length = Math.min(this.#headings.length, Math.max(depth - 1, 0))
    while (this.#headings.length < depth - 1) this.#headings.push('')
    this.#headings.push(text)
    this.#before = ''
  }

  text(text: string, line: number): void {
    this.#push('text', text, line, '')
    this.#before = text
  }

  code(text: string, line: number, language: string): void {
    this.#push('code', text, line, language.toLowerCase())
  }

  #push(kind: DocumentBlock['kind'], text: string, line: number, language: string): void {
    this.blocks.push({ kind, text, line, language, headings: this.#headings.filter(Boolean), before: this.#before })
  }
}
