import { FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const shellcheck: ReaderPlan = {
  tool: 'shellcheck',
  starts: ['In '],
  create: context => new Shellcheck(context),
}

const PLACE = /^In (.+) line (\d+):$/
const SAID = /^\s*\^-*\^?-*\s?(SC\d+) \((error|warning|info|style)\): (.+)$/

class Shellcheck implements LineReader {
  readonly #run: FailureGatherer
  #place: { file: string; line: number } | null = null

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const place = text.startsWith('In ') ? PLACE.exec(text) : null
    if (place) this.#place = { file: place[1] ?? '', line: Number(place[2]) }
    const said = this.#place && text.includes('SC') ? SAID.exec(text) : null
    if (said && this.#place)
      this.#run.add({
        ...this.#place,
        title: [said[3] ?? ''],
        rule: said[1] ?? null,
        message: said[3] ?? '',
        family: 'lint',
        mild: said[2] !== 'error',
      })
  }

  end(): readonly FoundReading[] {
    return this.#run.drafts.length === 0
      ? []
      : [this.#run.diagnostics('shellcheck', { complete: true, weight: 'banner' })]
  }
}
