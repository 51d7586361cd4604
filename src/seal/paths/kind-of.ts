import type { SealKind } from '../seal.ts'
import { testKind } from './test-paths.ts'
import { isLoadedByName, toolFileKind } from './tool-files.ts'

// Installed, generated or version control's own: nothing in them is protected by its name.
const OUTPUT_FOLDERS = new Set(
  `node_modules bower_components jspm_packages .git .hg .svn .jj .aiwg __pycache__ .venv venv .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache
  .hypothesis site-packages dist out coverage htmlcov .nyc_output target build .next .nuxt .output .svelte-kit .astro .turbo .nx .gradle .idea .vs .vscode-test .parcel-cache
  .cache .angular .expo .serverless .terraform .dart_tool _build deps .elixir_ls .stack-work dist-newstyle .bundle Pods DerivedData .build obj
  zig-cache zig-out .zig-cache vendor playwright-report test-results allure-results allure-report storybook-static .docusaurus .vitepress/cache tmp`.split(
    /\s+/,
  ),
)

export const isOutputFolder = (name: string): boolean => OUTPUT_FOLDERS.has(name)

const isInOutput = (path: string): boolean => path.split('/').slice(0, -1).some(isOutputFolder)

/** What a file of the project is protected as, by its path alone; null when it is nobody's business but the agent's. */
export function kindOf(path: string): SealKind | null {
  if (isInOutput(path)) return null
  const tool = toolFileKind(path)
  // A config among fixtures is data of the tests, and its kind decides only who may free it.
  const test = testKind(path)
  if (tool !== null && (test !== 'snapshot' || tool === 'auto-loaded')) return tool
  return test
}

/** Whether it takes effect by being there: then a new one is a change as well. */
export const takesEffectAlone = (path: string): boolean => {
  if (isInOutput(path)) return false
  return isLoadedByName(path) && (testKind(path) !== 'snapshot' || toolFileKind(path) === 'auto-loaded')
}
