import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

test('the lock file names no address', () => {
  expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.includes('://'))).toEqual([])
})

test('the lock file has every platform, so that `npm ci` accepts it on each: else run scripts/complete-lock.mjs', () => {
  const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
    Object.entries(optionalDependencies).filter(
      ([name, version]) =>
        /^\d/.test(version) &&
        !Object.entries(lock.packages).some(
          ([place, found]) => place.endsWith(`node_modules/${name}`) && found.version === version,
        ),
    ),
  )
  expect(missing).toEqual([])
})
