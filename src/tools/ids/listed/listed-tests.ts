import { StringDecoder } from 'node:string_decoder'
import { TOOLS } from '../../catalog.ts'
import { LaneRouter } from '../../reading/lanes.ts'
import { PlainLines } from '../../reading/plain.ts'
import type { OutputReading } from '../../reading/reading.ts'
import { slotOf, slots } from '../../reading/slots.ts'
import { Words } from '../../reading/words.ts'
import type { ReportedRun } from '../records.ts'
import type { Lister } from './lister.ts'

const SPACE = 32
const planOf = new Map(TOOLS.flatMap(({ name, ids }) => (ids?.listed ? [[name, ids.listed] as const] : [])))
const plans = [...new Set(planOf.values())]
const firsts = slots(plans.map(({ heeds }) => heeds.first).join(''))
const lasts = slots(plans.map(({ heeds }) => heeds.last ?? '').join(''))
const words = plans.flatMap(({ heeds }) => heeds.words ?? [])

// As much as is read without pacing: a list of tests that is longer is not read to its end, and says so.
const MOST_BYTES = 8 * 1024 * 1024

/** Collects the tests that an output names. Whose they are, and that they are tests at all, its reading has to say. */
export class ListedTests {
  readonly #decoder = new StringDecoder('utf8')
  readonly #router = new LaneRouter()
  readonly #lanes = new Map<string, readonly Lister[]>()
  readonly #lines = new PlainLines((text, from, to) => {
    this.#line(text, from, to)
    return to
  })
  readonly #words = new Words(words)
  #bytes = 0

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    if (this.#bytes > MOST_BYTES) return
    this.#lines.push(this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
  }

  /** One for every tool of the reading that names its tests. */
  end(reading: OutputReading): ReportedRun[] {
    this.#lines.end()
    const spoken = reading.tools.filter(({ kind, ran }) => kind === 'tests' && ran)
    return [...new Set(spoken.map(({ tool }) => tool))].flatMap(tool => {
      const plan = planOf.get(tool)
      const at = plan === undefined ? -1 : plans.indexOf(plan)
      const tests = at === -1 ? [] : [...this.#lanes.values()].flatMap(listers => listers[at]?.tests() ?? [])
      if (tests.length === 0) return []
      const own = spoken.filter(one => one.tool === tool)
      return [
        {
          tool,
          tests,
          files: [...new Set(tests.flatMap(({ file }) => (file === null ? [] : [file])))],
          closed: own.every(({ complete }) => complete) && this.#bytes <= MOST_BYTES,
          extra: { passed: 0, failed: 0 },
          retries: Math.max(...tests.map(({ retries }) => retries)),
          only: null,
          notes: [],
        },
      ]
    })
  }

  #line(text: string, from: number, to: number): void {
    const routed = this.#router.route(text, from, to)
    if (routed ? !this.#heeds(routed.text, routed.from, routed.to) : !this.#heeds(text, from, to)) return
    const lane = routed?.lane ?? ''
    const listers = this.#lanes.get(lane) ?? plans.map(plan => plan.create())
    this.#lanes.set(lane, listers)
    const line = routed ? routed.text.slice(routed.from, routed.to) : text.slice(from, to)
    for (const lister of listers) lister.line(line)
  }

  #heeds(text: string, from: number, to: number): boolean {
    let begin = from
    while (text.charCodeAt(begin) === SPACE) begin += 1
    return (
      firsts[slotOf(text.charCodeAt(begin))] === 1 ||
      lasts[slotOf(text.charCodeAt(to - 1))] === 1 ||
      this.#words.within(text, from, to)
    )
  }
}
