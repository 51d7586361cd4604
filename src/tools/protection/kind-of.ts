import { TOOLS } from '../catalog.ts'
import type { ProtectedKind } from './protected-kind.ts'
import { isFixture, testKind } from './test-paths.ts'
import { isLoadedByName, toolFileKind } from './tool-files.ts'

// Installed, generated or version control's own: nothing in them is protected by its name.
const ALWAYS_OUTPUT: ReadonlySet<string> = new Set([
  ...TOOLS.flatMap(({ protection }) => protection?.outputs ?? []),
  ...`node_modules bower_components jspm_packages .git .hg .svn .jj .aiwg .idea .vs .vscode-test .cache .expo .serverless .terraform
  allure-results allure-report .docusaurus`.split(/\s+/),
])
// Words that people use for their own folders too, below their source and their tests.
const USUALLY_OUTPUT = new Set('venv dist out coverage target build _build deps Pods obj vendor tmp'.split(' '))
const OWN = /(?:^|\/)(?:src|tests?|specs?|__tests__|e2e|internal|pkg|cmd)\//

/** Whether a folder holds what is installed or made, by its path from the root. */
export function isOutputFolder(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return ALWAYS_OUTPUT.has(name) || (USUALLY_OUTPUT.has(name) && !OWN.test(path))
}

function isInOutput(path: string): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    if (isOutputFolder(path.slice(0, at))) return true
  return false
}

/** What a file of the project is protected as, by its path alone; null when it is nobody's business but the agent's. */
export function kindOf(path: string): ProtectedKind | null {
  if (isInOutput(path)) return null
  const tool = toolFileKind(path)
  return tool !== null && (tool === 'auto-loaded' || !isFixture(path)) ? tool : testKind(path)
}

/** Whether it takes effect by being there: then a new one is a change as well. */
export const takesEffectAlone = (path: string): boolean =>
  isLoadedByName(path) && !isInOutput(path) && (!isFixture(path) || toolFileKind(path) === 'auto-loaded')
