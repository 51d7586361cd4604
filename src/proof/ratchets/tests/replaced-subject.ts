import type { Language } from '../../../tools/syntax/language.ts'
import { assertionsIn } from './assertions.ts'
import type { WrittenTest } from './find-tests.ts'

/** Calls that put something in the place of a named function. A spy without a replacement still calls the function. */
const REPLACES: readonly RegExp[] = [
  /\bmonkeypatch\.setattr\(\s*(?:[\w.]+\s*,\s*)?["'](?:[\w.]+\.)?(\w+)["']\s*,/g,
  /\bpatch(?:\.object)?\(\s*(?:[\w.]+\s*,\s*)?["'](?:[\w.]+\.)?(\w+)["']\s*,\s*(?:return_value|side_effect|new|lambda)\b/g,
  /\b(?:vi|jest)\.spyOn\(\s*[\w.]+\s*,\s*["'`](\w+)["'`]\s*\)\s*\.mock(?:Return|Resolved|Implementation)\w*\(/g,
  /\b(?:sinon|sandbox)\.stub\(\s*[\w.]+\s*,\s*["'`](\w+)["'`]\s*\)\s*\.(?:returns|resolves|callsFake)\(/g,
  /\bmock\.method\(\s*[\w.]+\s*,\s*["'`](\w+)["'`]\s*,/g,
  /\ballow\(\s*[\w.:]+\s*\)\.to\s+receive\(\s*:(\w+)\s*\)\.and_return\b/g,
]

/** Whether every assertion of a test calls a function that the same test replaced: it compares the replacement with itself. */
export function assertsReplacement(test: WrittenTest, language: Language): boolean {
  const names = REPLACES.flatMap(pattern => [...test.spoken.matchAll(pattern)].map(([, name = '']) => name))
  if (names.length === 0) return false
  const isCall = new RegExp(String.raw`\b(?:${names.join('|')})\s*\(`)
  const assertions = assertionsIn(test, language)
  return assertions.length > 0 && assertions.every(({ code }) => isCall.test(code))
}
