import { FailureGatherer } from '../reading/gather.ts'
import { isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** A Ruby program that ended by an exception: the place, the message and its class on one line, callers below. */
export const rubyCrash: ReaderPlan = {
  tool: 'ruby',
  starts: ['<internal:', '/', 'from ', '\tfrom '],
  create: context => new RubyCrash(context),
}

const RAISED = /^(\S+):(\d+):in [`'].+?': (.+) \((\w+(?:::\w+)*(?:Error|Exception)?)\)$/

class RubyCrash implements LineReader {
  readonly #run: FailureGatherer
  #open = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const raised = text.endsWith(')') ? RAISED.exec(text) : null
    if (raised) {
      const [, file = '', line, message = '', rule = ''] = raised
      const own = isOwnFrame(file) && !file.startsWith('<internal')
      this.#run.add({ title: [message], message, rule, file: own ? file : null, line: own ? Number(line) : null })
      this.#open = true
    } else if (this.#open && text.startsWith('\tfrom ')) this.#caller(text)
    else if (text !== '') this.#open = false
  }

  end(exitCode: number | null): readonly FoundReading[] {
    return this.#run.drafts.length === 0 || exitCode === 0
      ? []
      : [this.#run.diagnostics('ruby', { complete: false, weight: 'banner', problems: null })]
  }

  #caller(text: string): void {
    const draft = this.#run.drafts.at(-1)
    const place = placeIn(text)
    if (!draft || draft.file !== null || !place || !isOwnFrame(place.file) || text.includes('<internal')) return
    draft.file = place.file
    draft.line = place.line
  }
}
