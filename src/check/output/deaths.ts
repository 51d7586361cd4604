import type { FoundReading } from '../../tools/reading/reader.ts'
import type { Failure } from '../../tools/reading/reading.ts'

const SAYS_NOTHING = /^'?test failed'?$/

/** node:test only says that a file failed; why stands in what the dying process printed. */
export function explainDeaths(all: readonly FoundReading[], kept: readonly FoundReading[]): readonly FoundReading[] {
  const deaths = all.filter(({ reading }) => reading.tool === 'node').flatMap(({ reading }) => reading.failures)
  if (deaths.length === 0) return kept
  const dead = kept.flatMap(({ reading }) => reading.failures.filter(({ message }) => SAYS_NOTHING.test(message)))
  const causes = matched(dead, deaths)
  return kept.map(found => {
    const failures = found.reading.failures.map(failure => {
      const death = causes.get(failure)
      return death ? explained(failure, death) : failure
    })
    return { ...found, reading: { ...found.reading, failures } }
  })
}

// A file may die of another one that it imports; such deaths are told in the order of the files that died of them.
function matched(dead: readonly Failure[], deaths: readonly Failure[]): Map<Failure, Failure> {
  const causes = new Map<Failure, Failure>()
  const left = new Set(deaths)
  for (const failure of dead) {
    const own = [...left].find(({ file, message }) => file === failure.file || names(message, failure.file))
    if (!own) continue
    causes.set(failure, own)
    left.delete(own)
  }
  const unexplained = dead.filter(failure => !causes.has(failure))
  if (unexplained.length !== left.size) return causes
  for (const [at, death] of [...left].entries()) {
    const failure = unexplained[at]
    if (failure) causes.set(failure, death)
  }
  return causes
}

const names = (message: string, file: string | null): boolean => file !== null && message.includes(file)

function explained(failure: Failure, death: Failure): Failure {
  const { message, family } = death
  const place = death.file && death.line ? `${death.file}:${death.line}` : null
  if (death.file === failure.file)
    return { ...failure, message, family, line: death.line ?? failure.line, frame: death.frame }
  return { ...failure, message, family: family ?? failure.family, frame: place ?? death.frame }
}
