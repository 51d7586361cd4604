import type { Criterion } from '../criteria/criterion.ts'
import { type Parsed, parseCriterion } from '../criteria/parse.ts'
import type { CommandBook, ParseFailure, Role } from '../criteria/reading.ts'
import { fail, type Result } from '../std/result.ts'
import { treeOf } from '../system/tree.ts'
import { coverageIn } from '../tools/commands/coverage-command.ts'
import { commandBookOf } from './command-book.ts'

/** Reads a criterion where a person stands. What it needs of the project's own commands is looked up only when it needs it. */
export async function readCriterion(text: string, cwd: string): Promise<Result<Parsed, ParseFailure>> {
  const scripts = commandBookOf(treeOf(cwd))
  const parsed = parseCriterion(text, scripts)
  if (parsed.ok) return parsed
  // What cannot be read is explained with the project's own commands.
  if (parsed.error.kind !== 'no_command') return parseCriterion(text, { ...(await inferredBook(cwd)), ...scripts })
  const { command, advice } = coverageIn(treeOf(cwd))
  const again = parseCriterion(text, {
    ...(await inferredBook(cwd)),
    ...(command ? { coverage: command } : {}),
    ...scripts,
  })
  return again.ok || again.error.role !== 'coverage' ? again : fail({ ...again.error, hint: advice })
}

/** Reads many sentences: the criterion of each that can be measured by itself and can fail, else null. */
export async function sentenceReader(cwd: string): Promise<(sentence: string) => Criterion | null> {
  const book = { ...(await inferredBook(cwd)), ...commandBookOf(treeOf(cwd)) }
  return sentence => {
    const parsed = parseCriterion(sentence, book)
    return parsed.ok && parsed.value.warnings.length === 0 ? parsed.value.criterion : null
  }
}

// What to ask the project, so that "no lint errors" finds `cargo clippy` as well as a script called lint.
const questions: readonly (readonly [Role, task: string, expected: string])[] = [
  ['test', 'fix the failing tests', 'test-pass'],
  ['lint', 'fix the lint errors', 'lint-clean'],
  ['typecheck', 'fix the type errors', 'type-clean'],
  ['build', 'make the build pass', 'build-pass'],
]

async function inferredBook(cwd: string): Promise<CommandBook> {
  const [{ inferCompletion }, { readProject }] = await Promise.all([import('./infer.ts'), import('./read-project.ts')])
  const found = await Promise.all(
    questions.map(async ([role, task, expected]) => {
      const inference = inferCompletion(task, await readProject(cwd, task))
      const good =
        inference.kind === 'proposed' &&
        inference.proposal.class === expected &&
        inference.proposal.confidence !== 'low'
      return good ? [[role, inference.proposal.verification_command] as const] : []
    }),
  )
  return Object.fromEntries(found.flat())
}
