import type { GateOptions } from '../../options.ts'
import type { Seal } from '../seal.ts'
import { blamedWords } from './said-wrong.ts'

/**
 * Which tests a task may mean that calls a test wrong without its path: those with a word of what it blames in their path, or in their text
 * from before the first turn. Any, if no test has such a word.
 */
export async function blamedTests(
  { allowedBy, readBefore }: Pick<GateOptions, 'allowedBy' | 'readBefore'>,
  seal: Pick<Seal, 'files'>,
): Promise<(path: string) => boolean> {
  const words = blamedWords(allowedBy)
  if (words.length === 0) return () => true
  const has = (text: string): boolean => words.some(word => text.toLowerCase().includes(word))
  const found = new Set<string>()
  for (const { path, kind } of seal.files)
    if (kind === 'test' && (has(path) || has((await readBefore(path)) ?? ''))) found.add(path)
  return path => found.size === 0 || found.has(path)
}
