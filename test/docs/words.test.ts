import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAGES, root } from './markdown.ts'

/** Words that nobody needs to guess at: each row is what not to write, and what to write instead. */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [/\b(?:a|the|every|each|no) yes\b|\byeses\b/i, 'the check passes, verified'],
  [/\bearn(?:s|ed)?\b/i, 'verified'],
  [/\bdoubt(?:s|ed|ing)?\b/i, 'proof, verify'],
  [/\brooms?\b/i, 'clean copy, module, slots'],
  [/\bhouses?\b/i, 'layout, architecture, clean copy'],
  [/\bfront doors?\b/i, 'through the CLI'],
  [/\b(?:by|good|bad) luck\b|\bluck\b/i, 'flaky'],
  [/\bright only here\b/i, 'passes only in this environment'],
  [/\b(?:sang|sings?|sung)\b/i, 'canary: reported, noticed'],
  [/\bgate relie[sd] on\b/i, 'baseline files, sealed files'],
  [/\bb(?:ent|ends?|ending)\b/i, 'tampered'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\b(?:take|takes|taken|took|taking) up\b|\b(?:go|goes|going|gone|went) on\b/i, 'resume, continue'],
  [/\b(?:agent's|its|their|his) words?\b/i, 'claim'],
  [/\balone\b/i, 'unattended, only'],
  [/\bplaces\b/i, 'slots, paths'],
  [/\bbudgets?\b/i, 'limits'],
  [/\bhands\b/i, 'turn'],
  [/\bforem[ae]n\b/i, 'daemon'],
  [/\bwatchers?\b|\bcrews?\b/i, 'supervisor'],
  [/\buntold\b/i, 'unknown'],
  [/\bshall\b/i, 'should, must'],
  [/\bwhoever\b/i, 'a noun'],
  [/\banew\b/i, 'again'],
]

/** Names that programs rely on, so that they stay, and passages that mean something else. Each must still be in use. */
const EXCEPTIONS: readonly (readonly [file: string, passage: string])[] = [
  ['docs/proof.md', '`room`'],
  ['docs/proof.md', '`check-bent`'],
  ['docs/decisions/027-the-gate.md', 'no-room'],
  ['docs/decisions/027-the-gate.md', 'check-bent'],
  ['docs/decisions/036-what-reaches-the-checks.md', '`no-room`'],
  ['docs/decisions/055-evidence-is-data.md', '`src/criteria/doubts.ts`'],
  ['docs/decisions/066-tasks-are-read-part-by-part.md', '"make it sing"'],
  ['docs/decisions/079-pages-are-tested.md', '`check-bent`, the step `room`'],
  ['docs/decisions/081-which-loop-a-command-takes.md', '`room`'],
]

const under = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))

const FILES = [
  ...PAGES.map(({ path }) => path),
  ...['AGENTS.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'examples/checks/README.md'],
  ...under('plugins'),
  ...under('docs/decisions'),
]

function foundIn(file: string, text: string): readonly string[] {
  const excepted = EXCEPTIONS.filter(([of]) => of === file).reduce(
    (rest, [, passage]) => rest.replaceAll(passage, ''),
    text,
  )
  return excepted.split('\n').flatMap((line, at) =>
    NEVER.flatMap(([word, instead]) => {
      const found = word.exec(line)?.[0]
      return found === undefined ? [] : [`${file}:${at + 1}: "${found}": say ${instead}`]
    }),
  )
}

describe('words that LANGUAGE rules out', () => {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')

  test('are in no page and in nothing that is installed into assistants', () => {
    expect(FILES.flatMap(file => foundIn(file, read(file)))).toEqual([])
  })

  test('are found, every one of them', () => {
    const line =
      'a yes earned doubting room house front door luck right only here sang gate relied on bent mend go on its word alone places budgets hands foreman crew untold shall whoever anew'
    expect(foundIn('x.md', line)).toHaveLength(NEVER.length)
    expect(foundIn('x.md', 'Restore the bathroom; it is a handsome word.')).toEqual([])
  })

  test('exceptions are still needed', () => {
    expect(EXCEPTIONS.filter(([file, passage]) => !read(file).includes(passage))).toEqual([])
  })
})
