import { type ExecutedTest, type ExecutedTests, wasRun } from './executed-tests.ts'
import { similarity } from './similar.ts'

const ALIKE = 0.6

/**
 * Of tests that are gone, those that only go by another title now: a new test in the same file, or in the one that it moved to,
 * whose code is much the same. To be asked only where the old tests, as they were, have been seen to pass on the new source.
 */
export function withoutRenamed(
  gone: readonly ExecutedTest[],
  before: ExecutedTests,
  now: ExecutedTests,
  textOf: {
    readonly before: (path: string) => string | null
    readonly now: (path: string) => string | null
    /** Source that held tests, for runners that name another file for them. */
    readonly sources: readonly string[]
  },
): readonly ExecutedTest[] {
  const known = new Set(before.tests.map(({ id }) => id))
  const fresh = now.tests.filter(test => wasRun(test) && !known.has(test.id))
  const taken = new Set<ExecutedTest>()
  return gone.filter(test => {
    if (test.file === null) return true
    const texts = [textOf.before(test.file), ...textOf.sources]
    const old = texts.map(text => bodyOf(text, test.title.at(-1))).find(body => body !== null)
    if (old === undefined) return true
    const heir = fresh.find(candidate => {
      if (taken.has(candidate) || candidate.file === null) return false
      const body = bodyOf(textOf.now(candidate.file), candidate.title.at(-1))
      return body !== null && (similarity(old, body) >= ALIKE || similarity(bare(old), bare(body)) >= ALIKE)
    })
    if (heir) taken.add(heir)
    return heir === undefined
  })
}

/** Without what only says that a test begins or ends: groups put around a test bring more of it. */
const bare = (body: string): string =>
  body
    .replace(/^\s*(?:it|specify|test)(?=\s*\()/gm, 'test')
    .split('\n')
    .filter(line => /\w/.test(line))
    .join('\n')

const LONGEST_BODY = 200

/** The lines from a title to the next line that begins a test or a group; null when the title is not in the text. */
function bodyOf(text: string | null, title: string | undefined): string | null {
  if (text === null || !title) return null
  const lines = text.split('\n')
  const start = lines.findIndex(line => line.includes(title))
  if (start < 0) return null
  const rest = lines.slice(start + 1, start + LONGEST_BODY)
  const end = rest.findIndex(line =>
    /^\s*(?:(?:test|it|describe|context|specify)\b|def test|func Test|@test|#\[test\]|class )/.test(line),
  )
  const body = rest.slice(0, end < 0 ? rest.length : end)
  // The first line holds the title, which is what may differ.
  return [(lines[start] ?? '').replace(title, ''), ...body].join('\n')
}
