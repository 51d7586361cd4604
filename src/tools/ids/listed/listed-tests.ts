import { StringDecoder } from 'node:string_decoder'
import { TOOLS } from '../../catalog.ts'
import { LaneRouter } from '../../reading/lanes.ts'
import { PlainLines } from '../../reading/plain.ts'
import type { OutputReading } from '../../reading/reading.ts'
import type { ReportedRun } from '../records.ts'
import type { Lister } from '../test-ids-plan.ts'

const planOf = new Map(TOOLS.flatMap(({ name, ids }) => (ids?.listed ? [[name, ids.listed] as const] : [])))
const plans = [...new Set(planOf.values())]

// As much as is read without pacing: a list of tests that is longer is not read to its end, and says so.
const MOST_BYTES = 8 * 1024 * 1024

/** Collects the tests that an output names. Whose they are, and that they are tests at all, its reading has to say. */
export class ListedTests {
  readonly #decoder = new StringDecoder('utf8')
  readonly #router = new LaneRouter()
  readonly #lanes = new Map<string, readonly Lister[]>()
  readonly #lines = new PlainLines(line => this.#line(line))
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
          endless: own.every(({ endless }) => endless === true),
          closed: own.every(({ complete }) => complete) && this.#bytes <= MOST_BYTES,
          extra: { passed: 0, failed: 0 },
          retries: Math.max(...tests.map(({ retries }) => retries)),
          only: null,
          notes: [],
        },
      ]
    })
  }

  #line(line: string): void {
    const { lane, text } = this.#router.route(line)
    const listers = this.#lanes.get(lane) ?? plans.map(plan => plan.create())
    this.#lanes.set(lane, listers)
    for (const lister of listers) lister.line(text)
  }
}
