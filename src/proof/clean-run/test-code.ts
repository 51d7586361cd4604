import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { GateOptions } from '../options.ts'

/** The code of a test without comments, as it was before the first turn, so that a comment of the agent excuses nothing. */
export async function testCode({ readBefore, readNow }: GateOptions, file: string): Promise<string> {
  const text = (await readBefore(file)) ?? (await readNow(file)) ?? ''
  return syntaxOf(file, text)?.spoken ?? text
}
