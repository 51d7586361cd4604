import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '../../system/read-regular.ts'

/** How a project without a script for it measures coverage, or what it lacks to do so. */
interface CoverageWay {
  readonly command: string | null
  readonly advice: string
}

interface Way {
  /** All of them are there. */
  readonly needs: readonly string[]
  readonly command: string
}

// A runner that measures by itself before a tool that watches it from outside.
const ways: readonly Way[] = [
  { needs: ['vitest', '@vitest/coverage-v8'], command: 'npx vitest run --coverage' },
  { needs: ['vitest', '@vitest/coverage-istanbul'], command: 'npx vitest run --coverage' },
  { needs: ['jest'], command: 'npx jest --coverage' },
  { needs: ['c8'], command: 'npx c8 npm test' },
  { needs: ['nyc'], command: 'npx nyc npm test' },
]

const PYTHON = [
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'Pipfile',
  'requirements.txt',
  'requirements-dev.txt',
]

export function coverageIn(tree: string): CoverageWay {
  const packages = packagesOf(join(tree, 'package.json'))
  const way = ways.find(({ needs }) => needs.every(name => packages?.has(name)))
  if (way) return known(way.command)
  if (packages?.has('vitest')) return lacks('npm install --save-dev @vitest/coverage-v8', 'npx vitest run --coverage')
  if (packages) return lacks('npm install --save-dev c8', 'npx c8 npm test')
  if (existsSync(join(tree, 'go.mod'))) return known('go test -cover ./...')
  const python = PYTHON.map(name => textOf(join(tree, name))).filter(text => text !== null)
  if (python.some(text => /\bpytest[-_]cov\b/.test(text))) return known('pytest --cov')
  if (python.length > 0) return lacks('pip install pytest-cov', 'pytest --cov')
  return { command: null, advice: 'Write the command itself, for example "npm run coverage shows >= 80%".' }
}

const known = (command: string): CoverageWay => ({ command, advice: '' })

const lacks = (install: string, command: string): CoverageWay => ({
  command: null,
  advice: `This project has no coverage tool. Install one (${install}), or write the command itself: "${command} shows >= 80%".`,
})

/** What a package.json names as needed; null where there is none that can be read. */
function packagesOf(file: string): ReadonlySet<string> | null {
  try {
    const { dependencies, devDependencies } = JSON.parse(textOf(file) ?? '') as Readonly<
      Record<string, Readonly<Record<string, string>> | undefined>
    >
    return new Set([...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})])
  } catch {
    return null
  }
}

const textOf = (file: string): string | null => readRegular(file)?.toString() ?? null
