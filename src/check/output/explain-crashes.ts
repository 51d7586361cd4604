import type { FoundReading } from '../../tools/reading/reader.ts'
import type { Failure } from '../../tools/reading/reading.ts'

const SAYS_NOTHING = /^'?test failed'?$/

/** node:test only says that a file failed; the reason is in the output of the process that crashed. */
export function explainCrashes(all: readonly FoundReading[], kept: readonly FoundReading[]): readonly FoundReading[] {
  const crashes = all.filter(({ reading }) => reading.tool === 'node').flatMap(({ reading }) => reading.failures)
  if (crashes.length === 0) return kept
  const unexplainedFiles = kept.flatMap(({ reading }) =>
    reading.failures.filter(({ message }) => SAYS_NOTHING.test(message)),
  )
  const causes = matched(unexplainedFiles, crashes)
  return kept.map(found => {
    const failures = found.reading.failures.map(failure => {
      const crash = causes.get(failure)
      return crash ? explained(failure, crash) : failure
    })
    return { ...found, reading: { ...found.reading, failures } }
  })
}

// A file may crash because of another file that it imports; such crashes are printed in the order of the files that failed.
function matched(failed: readonly Failure[], crashes: readonly Failure[]): Map<Failure, Failure> {
  const causes = new Map<Failure, Failure>()
  const left = new Set(crashes)
  for (const failure of failed) {
    const own = [...left].find(({ file, message }) => file === failure.file || names(message, failure.file))
    if (!own) continue
    causes.set(failure, own)
    left.delete(own)
  }
  const unexplained = failed.filter(failure => !causes.has(failure))
  if (unexplained.length !== left.size) return causes
  for (const [at, crash] of [...left].entries()) {
    const failure = unexplained[at]
    if (failure) causes.set(failure, crash)
  }
  return causes
}

const names = (message: string, file: string | null): boolean => file !== null && message.includes(file)

function explained(failure: Failure, crash: Failure): Failure {
  const { message, family } = crash
  const place = crash.file && crash.line ? `${crash.file}:${crash.line}` : null
  if (crash.file === failure.file)
    return { ...failure, message, family, line: crash.line ?? failure.line, frame: crash.frame }
  return { ...failure, message, family: family ?? failure.family, frame: place ?? crash.frame }
}
