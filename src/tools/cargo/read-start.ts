import { FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** cargo or rustup that could not even begin: no toolchain, no manifest, no such target. */
export const cargoStart: ReaderPlan = {
  tool: 'cargo',
  starts: ['error: '],
  create: context => new CargoStart(context),
}

// Whole beginnings: any program may print "error: " and continue.
const REFUSED =
  /^error: ((?:no override and no default toolchain|rustup could not choose a version|could not find `Cargo\.toml`|no such (?:command|subcommand): `|toolchain '\S+' is not installed|'cargo-\S+' is not installed|failed to (?:parse|load) (?:manifest|lock file)|failed to parse lock file|no (?:test|bin|example|bench|library) targets? |manifest path `|failed to select a version|no matching package |package ID specification `|the lock file .+ needs to be updated|failed to get `|the option `Z` is only accepted).*)$/

class CargoStart implements LineReader {
  readonly #run: FailureGatherer

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const message = text.startsWith('error: ') ? REFUSED.exec(text)?.[1] : undefined
    if (message !== undefined) this.#run.add({ title: [message], message })
  }

  end(exitCode: number | null): readonly FoundReading[] {
    if (this.#run.drafts.length === 0 || exitCode === 0) return []
    const { reading, weight } = this.#run.diagnostics('cargo', { complete: false, weight: 'banner', problems: null })
    return [{ reading: { ...reading, ran: false }, weight }]
  }
}
