import { expect, test } from 'vitest'
import { isResultCache } from './result-caches.ts'

test.each([
  'node_modules/.cache',
  'packages/a/node_modules/.vite',
  '.turbo',
  'packages/a/.turbo',
  '.nx/cache',
  'src/__pycache__',
  'tsconfig.tsbuildinfo',
  'node_modules/vitest/dist/vendor/tsconfig.tmp.tsbuildinfo',
  'app/.next/cache',
  '.gradle',
])('%s is hidden', path => expect(isResultCache(path)).toBe(true))

test.each([
  'node_modules',
  'target',
  'dist',
  'build',
  '.nx',
  '.next',
  'cache',
  'my.turbo',
  'x/node_modules.cache',
  '.venv/lib/site-packages/six/__pycache__',
])('%s stays', path => expect(isResultCache(path)).toBe(false))
