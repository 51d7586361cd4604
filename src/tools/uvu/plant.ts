import type { TestPlanting } from '../canary/canary-plan.ts'
import { plantJavaScript } from '../canary/javascript.ts'
import { type Mark, MOST_PAIRS, type Plant, type PlantRequest } from '../canary/plant.ts'

export const uvuTests: TestPlanting = { files: /\.[cm]?[jt]sx?$/, plant, titled: true }

const RUN = /^[ \t]*([\w$]+)\.run\(\)/gm
const ASSERT = /import\s+\*\s+as\s+(\w+)\s+from\s+['"]uvu\/assert['"]|(\w+)\s*=\s*require\(\s*['"]uvu\/assert['"]\s*\)/

/** A suite has only the tests that are declared before its `run()`; one at the end of the file would never run. */
function plant(request: PlantRequest): Plant | null {
  const { path, text, word, differed } = request
  const last = [...text.matchAll(RUN)].at(-1)
  const suite = last?.[1]
  if (last === undefined || suite === undefined) return plantJavaScript(request)
  const declared = (shows: Mark['shows'], body: (title: string) => string): Mark => {
    const title = word()
    return { shows, word: title, code: `${suite}('${title}', () => { ${body(title)} })` }
  }
  const found = ASSERT.exec(text)
  const assert = found?.[1] ?? found?.[2]
  const pairs = assert === undefined ? [] : [{ received: '1', expected: '2' }, ...differed.slice(0, MOST_PAIRS)]
  const marks = [
    declared('throw', title => `throw new Error('${title}')`),
    ...pairs.map(({ received, expected }) => declared('assertion', () => `${assert}.is(${received}, ${expected})`)),
  ]
  return { path, marks, around: code => `${text.slice(0, last.index)}\n${code}\n${text.slice(last.index)}` }
}
