import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandBook, Role } from '../criteria/reading.ts'
import { readRegular } from '../system/read-regular.ts'

const scripts: Readonly<Record<Role, readonly string[]>> = {
  test: ['test'],
  lint: ['lint'],
  typecheck: ['typecheck', 'type-check', 'check-types', 'types', 'tsc'],
  build: ['build'],
  coverage: ['coverage', 'test:coverage', 'test:cov', 'cov', 'test-coverage'],
  format: ['format:check', 'check:format', 'format-check', 'prettier:check'],
  docs: ['docs', 'docs:build', 'build:docs', 'doc'],
}

const managers: readonly (readonly [lockfile: string, word: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

/** The commands that the scripts of a package.json name; none where there is no package.json that can be read. */
export function commandBookOf(tree: string): CommandBook {
  const own = scriptsOf(join(tree, 'package.json'))
  const manager = managers.find(([lockfile]) => existsSync(join(tree, lockfile)))?.[1] ?? 'npm'
  const found = Object.entries(scripts).flatMap(([role, names]) => {
    const name = names.find(each => own.has(each))
    return name === undefined
      ? []
      : [[role, name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`]]
  })
  return Object.fromEntries(found)
}

function scriptsOf(file: string): ReadonlySet<string> {
  try {
    const document: unknown = JSON.parse(readRegular(file)?.toString() ?? '')
    const own = typeof document === 'object' && document !== null && 'scripts' in document ? document.scripts : null
    return new Set(typeof own === 'object' && own !== null ? Object.keys(own) : [])
  } catch {
    return new Set()
  }
}
