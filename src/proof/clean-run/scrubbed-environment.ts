import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../system/shell.ts'

/** Variables that a strict run keeps: where programs are, language and encoding, and where downloads are cached. */
const KEPT =
  /^(?:PATH|LANG|LANGUAGE|LC_\w+|TZ|TERM|USER|LOGNAME|SHELL|CI|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|JAVA_HOME|ANDROID_HOME|GOROOT|GOPATH|GOMODCACHE|CARGO_HOME|RUSTUP_HOME|RUSTUP_TOOLCHAIN|GRADLE_USER_HOME|PNPM_HOME|VOLTA_HOME|NVM_DIR|PYENV_ROOT|RBENV_ROOT|VIRTUAL_ENV|SSL_CERT_FILE|LD_LIBRARY_PATH|AGENT_LOOP_\w+|COREPACK_HOME)$/

/** Folders of downloads and compiled code that tools look for in HOME unless a variable names another place. */
const DOWNLOADS: readonly (readonly [string, string])[] = [
  ['CARGO_HOME', '.cargo'],
  ['RUSTUP_HOME', '.rustup'],
  ['GOPATH', 'go'],
  ['GRADLE_USER_HOME', '.gradle'],
  ['PYENV_ROOT', '.pyenv'],
  ['npm_config_cache', '.npm'],
]

/** More that a run needs of a home, and that is no result: who commits, programs and compiled packages. */
const BELONGINGS: readonly (readonly [string, string])[] = [
  ...DOWNLOADS,
  ['GOCACHE', '.cache/go-build'],
  ['GIT_CONFIG_GLOBAL', '.gitconfig'],
  ['NPM_CONFIG_USERCONFIG', '.npmrc'],
  ['PYTHONUSERBASE', '.local'],
  ['DENO_DIR', '.cache/deno'],
  ['COREPACK_HOME', '.cache/node/corepack'],
  ['PLAYWRIGHT_BROWSERS_PATH', '.cache/ms-playwright'],
]

/** The same environment for somebody with an empty home, who has the same tools. */
export function withEmptyHome(env: Environment, emptyHome: string): Environment {
  const home = env['HOME']
  const belongings = BELONGINGS.filter(([name]) => home !== undefined && env[name] === undefined)
    .map(([name, path]) => [name, join(home ?? '', path)] as const)
    .filter(([, path]) => existsSync(path))
  return { ...env, ...Object.fromEntries(belongings), HOME: emptyHome }
}

/** The same without `HOME`. Tools that keep something there are told another place. */
export function withoutHome(env: Environment, emptyHome: string): Environment {
  const { HOME: _, ...rest } = withEmptyHome(env, emptyHome)
  const places = NEEDED.filter(([name]) => rest[name] === undefined)
  return { ...rest, ...Object.fromEntries(places.map(([name, path]) => [name, join(emptyHome, path)])) }
}

/** Without these and without a home directory, the tools do not start. */
const NEEDED = BELONGINGS.filter(([name]) =>
  /^(?:GOCACHE|GOPATH|npm_config_cache|GIT_CONFIG_GLOBAL|GRADLE_USER_HOME)$/.test(name),
)

/** The environment for a strict proof: an empty home, and only variables that no result depends on. Pure. */
export function scrubbed(env: Environment, emptyHome: string): Environment {
  const home = env['HOME']
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && KEPT.test(name))
  const downloads =
    home === undefined
      ? []
      : DOWNLOADS.filter(([name]) => env[name] === undefined).map(
          ([name, folder]) => [name, join(home, folder)] as const,
        )
  return { ...Object.fromEntries(downloads), ...Object.fromEntries(kept), HOME: emptyHome }
}
