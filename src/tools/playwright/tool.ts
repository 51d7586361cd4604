import { javaScriptTests } from '../canary/planters.ts'
import { configModule } from '../protection/file-names.ts'
import type { Tool } from '../tool.ts'
import { playwright as playwrightOutput } from './read.ts'

export const playwright: Tool = {
  name: 'playwright',
  kind: 'test-runner',
  commands: {
    programs: 'playwright',
    starts: 'playwright test',
    usual: 'npx playwright test',
    sign: /\bplaywright test\b/,
    hazards: { rewrites: /\bplaywright test\b.*\s-u(\s|$)/ },
    settings: { files: String.raw`playwright\.` },
    package: '@playwright/test',
  },
  readers: [playwrightOutput],
  canary: { tests: javaScriptTests },
  protection: {
    files: { config: [configModule('playwright')] },
    retries: { files: /(?:^|\/)playwright(?:[.-]+\w+)*\.config\.\w+$/ },
    outputs: ['playwright-report', 'test-results'],
    detection: { names: ['playwright'], variables: ['PLAYWRIGHT_TEST\\w*', 'TEST_WORKER_INDEX'] },
    packages: ['@?playwright(?:[-/].*)?'],
    libraries: ['@playwright/test'],
  },
}
