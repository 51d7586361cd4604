// Installs real agents, pinned, into a folder outside the project. Only the tests and benches that drive them call this.
import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Installs packages into a folder, all of them or none; returns the reason why not, or null. */
export function installInto(folder, packages, timeoutMs) {
  const part = `${folder}.${process.pid}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  writeFileSync(join(part, 'package.json'), '{"private":true}')
  const { PATH, HOME } = process.env
  const npm = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact', ...packages],
    {
      cwd: part,
      env: { PATH, HOME, ...registry() },
      encoding: 'utf8',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    },
  )
  if (npm.status !== 0) {
    rmSync(part, { recursive: true, force: true })
    return npm.error?.message ?? npm.stderr.trim().split('\n').at(-1) ?? `npm ended with ${npm.status}`
  }
  writeFileSync(join(part, 'installed'), `${packages.join('\n')}\n`)
  mkdirSync(dirname(folder), { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  renameSync(part, folder)
  return null
}

/** How this machine reaches its packages is the machine's affair; nothing else of its environment is passed on. */
function registry() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(npm_config_|NPM_CONFIG_)/.test(name)))
}
