// Packages that a bench needs and the project does not: pinned, installed outside of the repository, and only when they are asked for.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const CACHE = process.env.AGENT_LOOP_BENCH_CACHE ?? join(homedir(), '.cache/agent-loop-bench')

/** A folder with a `node_modules` and a `package-lock.json` for each set of packages. */
export const placeOf = set => join(CACHE, set)

/** Null when they are there, in exactly these versions; else what npm said. */
export function install(set, packages) {
  const place = placeOf(set)
  if (packages.every(one => isThere(place, one))) return null
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{"private": true}')
  // Whoever has no way to the packages shall hear so soon.
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--save-exact',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ]
  const npm = spawnSync('npm', ['install', ...flags, ...packages], { cwd: place, encoding: 'utf8' })
  if (npm.status === 0) return null
  return `not installed: ${(npm.stderr ?? String(npm.error)).trim().split('\n').at(-1)}`
}

function isThere(place, one) {
  const at = one.lastIndexOf('@')
  try {
    const manifest = readFileSync(join(place, 'node_modules', one.slice(0, at), 'package.json'), 'utf8')
    return JSON.parse(manifest).version === one.slice(at + 1)
  } catch {
    return false
  }
}
