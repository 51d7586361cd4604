import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose files take longest, although some of them are small. */
const LONG = ['test/durability/', 'test/cheats/', 'test/scenarios/', 'test/faults/', 'test/conformance/', 'test/']

/** Starts long files first, so that none of them ends the run alone on one core. Vitest itself goes by size when it knows no durations. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex(folder => moduleId.includes(`/${folder}`))
  return at < 0 ? LONG.length : at
}
