import type { TestPlanting } from '../canary/canary-plan.ts'
import { plantJavaScript, withoutComments } from '../canary/javascript.ts'
import { appendedTo, type Mark, MOST_PAIRS, type Plant, type PlantRequest } from '../canary/plant.ts'

export const tapeTests: TestPlanting = { files: /\.[cm]?[jt]sx?$/, plant, titled: true }

const MODULE = String.raw`['"][\w@/-]*\btape(?:-\w+)*['"]`
const IMPORTS = [
  new RegExp(String.raw`import\s+(?:\*\s+as\s+)?([\w$]+)\s+from\s+${MODULE}`),
  new RegExp(String.raw`import\s+(?:[\w$]+\s*,\s*)?\{[^}]*?\btest(?:\s+as\s+([\w$]+))?[^}]*\}\s+from\s+${MODULE}`),
  new RegExp(String.raw`([\w$]+)\s*=\s*require\(\s*${MODULE}\s*\)`),
  new RegExp(String.raw`\{[^}]*?\btest(?:\s*:\s*([\w$]+))?[^}]*\}\s*=\s*require\(\s*${MODULE}\s*\)`),
]
const COMPARES = /\.(equals?|isEqual|is|strictEquals?|deepEquals?|same|looseEquals?)\s*\(/

/** An error that a test throws ends the process, so that plant is the last one. The others tell tape that they have ended. */
function plant(request: PlantRequest): Plant | null {
  const { path, text, word, differed } = request
  const code = withoutComments(text)
  const found = IMPORTS.map(pattern => pattern.exec(code)).find(match => match !== null)
  if (found === undefined) return plantJavaScript(request)
  const test = found[1] ?? 'test'
  const compare = COMPARES.exec(code)?.[1] ?? 'equal'
  const declared = (shows: Mark['shows'], body: (title: string) => string): Mark => {
    const title = word()
    return { shows, word: title, code: `${test}('${title}', t => { ${body(title)} })` }
  }
  const pairs = [{ received: '1', expected: '2' }, ...differed.slice(0, MOST_PAIRS)]
  const marks = [
    ...pairs.map(({ received, expected }) =>
      declared('assertion', () => `t.${compare}(${received}, ${expected}); t.end()`),
    ),
    declared('throw', title => `throw new Error('${title}')`),
  ]
  return { path, marks, around: appendedTo(text) }
}
