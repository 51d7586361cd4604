import { configModule } from '../file-names.ts'
import type { Protection } from '../protection.ts'

export const playwrightProtection: Protection = {
  files: { config: [configModule('playwright')] },
  retries: { files: /(?:^|\/)playwright(?:[.-][\w-]+)*\.config\.\w+$/ },
  outputs: ['playwright-report', 'test-results'],
  detection: { names: ['playwright'], variables: ['PLAYWRIGHT_TEST\\w*', 'TEST_WORKER_INDEX'] },
  packages: ['@?playwright(?:[-/].*)?'],
  libraries: ['@playwright/test'],
}
