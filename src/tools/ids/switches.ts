import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../system/shell.ts'
import { RUN_VARIABLE } from '../preload/record-file.ts'

interface Asked {
  readonly command: string
  readonly env: Environment
}

/** The variables that make test runners tell what they execute, beside what they print. Whatever was set before stays. */
export function switchesFor({ env, command }: Asked, folder: string, nonce: string): Environment {
  const plugins = join(folder, 'agent-loop-plugins')
  mkdirSync(plugins, { mode: 0o700 })
  return {
    [RUN_VARIABLE]: `${nonce}:${folder}`,
    ...forNode(env, command),
    ...forPytest(env, plugins),
    ...forRuby(env, plugins),
    ...forGo(env, plugins),
  }
}

// A Node that may only read what it is told to would not start with a file of ours.
function forNode(env: Environment, command: string): Environment {
  if (/--(?:experimental-)?permission\b/.test(`${command} ${env['NODE_OPTIONS'] ?? ''}`)) return {}
  const preload = join(preloads(), 'evidence.cjs')
  const required = `--require="${preload.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return { NODE_OPTIONS: joined(' ', env['NODE_OPTIONS']?.replaceAll(required, '').trim(), required) }
}

// A Python that does not look at PYTHONPATH finds no plugin, which does no harm; naming the plugin to it would.
function forPytest(env: Environment, plugins: string): Environment {
  copyFileSync(join(preloads(), 'agent_loop_evidence.py'), join(plugins, 'agent_loop_evidence.py'))
  const info = join(plugins, 'agent_loop_evidence-1.dist-info')
  mkdirSync(info)
  writeFileSync(join(info, 'METADATA'), 'Metadata-Version: 2.1\nName: agent-loop-evidence\nVersion: 1\n')
  writeFileSync(join(info, 'entry_points.txt'), '[pytest11]\nagent_loop_evidence = agent_loop_evidence\n')
  return { PYTHONPATH: joined(delimiter, plugins, env['PYTHONPATH']) }
}

// Minitest looks for plugins wherever Ruby looks for files.
function forRuby(env: Environment, plugins: string): Environment {
  const listener = join(preloads(), 'agent_loop_evidence.rb')
  copyFileSync(listener, join(plugins, 'agent_loop_evidence.rb'))
  mkdirSync(join(plugins, 'minitest'))
  const plugin = 'agent_loop_evidence_plugin.rb'
  copyFileSync(join(preloads(), plugin), join(plugins, 'minitest', plugin))
  return {
    RUBYLIB: joined(delimiter, plugins, env['RUBYLIB']),
    SPEC_OPTS: joined(' ', `-r ${listener.replaceAll(/[^\w/.-]/g, '\\$&')}`, env['SPEC_OPTS']),
  }
}

// Asking go itself for JSON, or to be verbose, would change what it and every other go command of the line print.
function forGo(env: Environment, plugins: string): Environment {
  const runner = join(plugins, 'agent-loop-go-test')
  const elsewhere = env['GOOS'] || env['GOARCH']
  if (elsewhere || /[^\w/.+-]/.test(runner)) return {}
  const quoted = [process.execPath, join(preloads(), 'go-test.cjs')].map(path => `'${path.replaceAll("'", `'"'"'`)}'`)
  writeFileSync(runner, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`, { mode: 0o700 })
  return { GOFLAGS: joined(' ', env['GOFLAGS'] ?? savedFlags(env), `-exec=${runner}`) }
}

/** What `go env -w` saved counts only while the variable is not set. */
function savedFlags(env: Environment): string | undefined {
  const settings = env['GOENV'] ?? join(env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? '', '.config'), 'go', 'env')
  try {
    return /^GOFLAGS=(.*)$/m.exec(readFileSync(settings, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

const joined = (separator: string, ...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(separator)

/** What is loaded into runners stands beside the program when it is built, and is built for it when it is not. */
function preloads(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const places = [join(here, 'preload'), join(here, '../../../dist/preload')]
  return places.find(path => existsSync(join(path, 'evidence.cjs'))) ?? here
}
