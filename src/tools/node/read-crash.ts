import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** A Node program that died of an uncaught error: the place, the line, a caret, the error, "Node.js v…". */
export const nodeCrash: ReaderPlan = {
  tool: 'node',
  // A test runner that prints TAP repeats the output of a dying process as comments.
  starts: ['/', 'node:internal', 'file:///', 'FATAL ERROR: ', '# /', '# node:internal', '# file:///'],
  create: context => new NodeCrash(context),
}

const PLACE = /^(?:file:\/\/)?(\/\S+\.[cm]?[jt]sx?|node:\S+):(\d+)$/
const ERROR = /^(?:Uncaught )?([\w$.]*(?:Error|Exception)(?: \[\w+\])?): (.+)$/

const IMPORTER = / imported from (?:file:\/\/)?(\/\S+)$/

class NodeCrash implements LineReader {
  readonly #run: FailureGatherer
  #place: { file: string; line: number } | null = null
  #age = 0
  #draft: FailureDraft | null = null
  #ended = false
  #fatal = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(raw: string): void {
    const text = raw.startsWith('#') ? raw.replace(/^# ?/, '').replaceAll('\\#', '#') : raw
    const place = PLACE.exec(text)
    if (place) {
      this.#place = { file: place[1] ?? '', line: Number(place[2]) }
      this.#age = 0
      this.#draft = null
      return
    }
    if (text.startsWith('FATAL ERROR: ')) {
      this.#fatal = true
      this.#run.add({ title: ['fatal error'], message: text.slice(13) })
    } else if (/^Node\.js v\d+/.test(text)) this.#ended = true
    else if (this.#place && !this.#draft) this.#error(text)
    else if (this.#draft) this.#frame(this.#draft, text)
  }

  end(): readonly FoundReading[] {
    return this.#ended || this.#fatal
      ? [this.#run.diagnostics('node', { complete: false, weight: 'banner', problems: null })]
      : []
  }

  #error(text: string): void {
    this.#age += 1
    const error = ERROR.exec(text)
    if (!error || !this.#place) {
      if (this.#age > 8) this.#place = null
      return
    }
    const own = isOwnFrame(this.#place.file)
    // Who asked for a missing module stands in the sentence, not in the stack.
    const importer = own ? null : (IMPORTER.exec(text)?.[1] ?? null)
    this.#draft = this.#run.add({
      title: [error[0] ?? ''],
      rule: error[1] ?? null,
      message: error[0] ?? '',
      file: own ? this.#place.file : importer,
      line: own ? this.#place.line : null,
    })
  }

  #frame(draft: FailureDraft, text: string): void {
    const place = /^\s+at /.test(text) ? placeIn(text) : null
    if (place && isOwnFrame(place.file) && draft.file === null) {
      draft.file = place.file
      draft.line = place.line
    }
    if (text === '' || text === '}') {
      this.#draft = null
      this.#place = null
    } else this.#run.detail(draft, text)
  }
}
