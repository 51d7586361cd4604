import type { Environment } from '../../system/shell.ts'

/** Folders that belong to one run, or to one clean copy. */
interface PrivateFolders {
  /** Empty at the start of every run. */
  readonly temporary: string
  /** Empty when the copy is opened. */
  readonly bytecode: string
}

/**
 * The environment in which no tool answers from a cache: result caches are off or empty, and background servers of tools are not
 * used, because they see the user's tree and not the copy. Everything else is as captured.
 */
export function cleanEnvironment(env: Environment, { temporary, bytecode }: PrivateFolders): Environment {
  return { ...env, ...SWITCHES, ...temporaryFolder(env, temporary), ...python(env, temporary, bytecode), ...added(env) }
}

const SWITCHES = {
  TURBO_FORCE: 'true',
  NX_SKIP_NX_CACHE: 'true',
  NX_DAEMON: 'false',
  WIREIT_CACHE: 'none',
  MOON_CACHE: 'off',
  RUSH_BUILD_CACHE_ENABLED: '0',
  RUFF_NO_CACHE: 'true',
  NODE_DISABLE_COMPILE_CACHE: '1',
  DISABLE_SPRING: '1',
  MSBUILDDISABLENODEREUSE: '1',
  DOTNET_CLI_USE_MSBUILD_SERVER: '0',
  UseSharedCompilation: 'false',
}

function temporaryFolder(env: Environment, temporary: string): Environment {
  const set = ['TMP', 'TEMP'].filter(name => env[name] !== undefined)
  return {
    TMPDIR: temporary,
    ...Object.fromEntries(set.map(name => [name, temporary])),
    BOOTSNAP_CACHE_DIR: `${temporary}/bootsnap`,
  }
}

/** Not `-p no:cacheprovider`: projects that pass `--ff` would fail with a usage error. An empty cache has the same effect. */
function python(env: Environment, temporary: string, bytecode: string): Environment {
  return {
    PYTHONPYCACHEPREFIX: bytecode,
    MYPY_CACHE_DIR: `${temporary}/mypy`,
    PYTEST_ADDOPTS: joined(env['PYTEST_ADDOPTS'], `-o ${quoted(`cache_dir=${temporary}/pytest`)}`),
  }
}

function added(env: Environment): Environment {
  return {
    GOFLAGS: joined(env['GOFLAGS'], '-count=1'),
    GRADLE_OPTS: joined(env['GRADLE_OPTS'], '-Dorg.gradle.caching=false -Dorg.gradle.daemon=false'),
    MAVEN_ARGS: joined(env['MAVEN_ARGS'], '-Dmaven.build.cache.enabled=false'),
  }
}

const joined = (before: string | undefined, more: string): string => (before ? `${before} ${more}` : more)
const quoted = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`
