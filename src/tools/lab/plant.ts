import type { TestPlanting } from '../canary/canary-plan.ts'
import { plantJavaScript } from '../canary/javascript.ts'
import { appendedTo, type Plant, type PlantRequest } from '../canary/plant.ts'

export const labTests: TestPlanting = { files: /\.[cm]?[jt]sx?$/, plant, titled: true }

const SCRIPT = /(?<![.\w$])(\w+)\s*=\s*(?:exports\.lab\s*=\s*)?\w+\.script\(/

/** Tests are often methods of the script: `lab.test('adds', …)`. */
function plant(request: PlantRequest): Plant | null {
  const { text } = request
  const script = SCRIPT.exec(text)?.[1]
  if (script === undefined || !new RegExp(`\\b${script}\\.(?:test|it)\\s*\\(`).test(text))
    return plantJavaScript(request)
  const found = plantJavaScript({ ...request, text: text.replaceAll(`${script}.`, '') })
  if (found === null) return null
  const marks = found.marks.map(mark => ({ ...mark, code: `${script}.${mark.code}` }))
  return { ...found, marks, around: appendedTo(text) }
}
