import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'

const ABOUT_TRACKING = /\b(?:un)?track(?:s|ed|ing)?\b|\bgit\s*(?:ignore[sd]?|rm)\b|\bignored? by git\b/i

/** A check that asks git for its files sees fewer of them, and no file of the tree has changed. */
export async function untrackedFiles({ options, log, isFree }: ProofCase): Promise<void> {
  if (ABOUT_TRACKING.test(options.task)) return
  const lost = (await options.untracked()).filter(path => !isFree(path))
  if (lost.length > 0) log.refused('tools', [finding('files-untracked', 'weakened', {}, lost)])
}
