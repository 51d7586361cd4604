import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandCheck } from '../../src/core.ts'
import { fixtureFiles, fixturesIn, isInstalled, play } from '../rig/check-fixtures.ts'
import { sampled } from '../rig/long-form.ts'

const examples = resolve(import.meta.dirname, '../../examples/checks')
const built = mkdtempSync(join(tmpdir(), 'agent-loop-examples-'))
afterAll(() => rmSync(built, { recursive: true, force: true }))

// What `python3` names may be a script that looks for the real one at every start.
const python = isInstalled('python3')
  ? execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
  : ''

const languages = [
  { language: 'Python', needs: 'python3', build: null, program: `${python} ${examples}/python/feature_list.py` },
  {
    language: 'Go',
    needs: 'go',
    build: `cd ${examples}/go && GOFLAGS=-mod=mod GOPROXY=off go build -o ${built}/go-check .`,
    program: `${built}/go-check`,
  },
  {
    language: 'Rust',
    needs: 'cargo',
    build: `cargo build --quiet --locked --offline --manifest-path ${examples}/rust/Cargo.toml --target-dir ${built}/rust`,
    program: `${built}/rust/debug/feature-list`,
  },
]

const fixtures = fixtureFiles()
  .filter(file => file.startsWith('feature_list_'))
  .flatMap(file => sampled(fixturesIn(file), 6).map(fixture => ({ ...fixture, title: `${file}: ${fixture.name}` })))

describe.each(languages)('the example in $language answers as the built-in check does', ({ needs, build, program }) => {
  // Named in the report of who lacks the tool, instead of failing there.
  // A program may be there and not work, as a toolchain's shim without its toolchain.
  const missing = !isInstalled(needs) || spawnSync(needs, [needs === 'go' ? 'version' : '--version']).status !== 0
  beforeAll(() => {
    if (build && !missing) execFileSync('bash', ['-ec', build], { stdio: 'pipe' })
  })

  test.skipIf(missing).for(fixtures)('$title', async fixture => {
    const path = fixture.check.kind === 'feature_list' ? (fixture.check.path ?? 'feature_list.json') : ''
    await play(fixture, folder =>
      commandCheck({ command: `${program} ${path} ${folder}/first.json`, timeoutMs: 30_000 }),
    )
  })

  test.skipIf(missing)('without a snapshot there is no answer', () => {
    expect(() => execFileSync('bash', ['-c', `echo nonsense | ${program}`], { stdio: 'pipe' })).toThrow()
  })
})
