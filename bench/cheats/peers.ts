import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from './case.ts'
import { wordsOf } from './play.ts'
import type { Sources, Stage } from './stage.ts'

/** A published loop that starts an agent of its own kind. */
export interface Peer {
  readonly name: string
  readonly command: (place: {
    readonly tree: string
    readonly turns: number
    readonly tasks: readonly { readonly title: string; readonly ends: string }[]
  }) => readonly [string, readonly string[]]
  /** Whether it holds the task for done. */
  readonly accepts: (tree: string) => boolean
}

export interface PeerPlayed {
  readonly accepted: boolean
  /** How often it ran the criterion itself. */
  readonly runs: number
}

/** Neither the network nor a process that outlives it: scripted agents leave some. */
export const BOX = [
  '--dev-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  '--unshare-net',
  '--unshare-pid',
  '--die-with-parent',
  '--',
]
const LIMIT_MS = 60_000

/** Null when peers can be played here; else why not. */
export function noBox(): string | null {
  return spawnSync('bwrap', [...BOX, 'true'], { stdio: 'ignore' }).status === 0 ? null : 'bubblewrap does not work here'
}

export async function playPeer(one: Case, stage: Stage, peer: Peer, { repository }: Sources): Promise<PeerPlayed> {
  const bin = join(stage.folder, 'bin')
  mkdirSync(bin)
  const script = join(stage.folder, 'turns.json')
  writeFileSync(
    script,
    JSON.stringify({ turns: one.turns, words: wordsOf(one).replace('DONE', 'COMPLETE'), path: stage.env['PATH'] }),
  )
  const pretended = join(repository, 'bench/cheats/pretended-claude.mjs')
  program(join(bin, 'claude'), `exec '${process.execPath}' '${pretended}' '${script}' "$@"`)
  const runs = join(stage.folder, 'runs')
  countRuns(stage, bin, runs)
  const tasks = [{ title: stage.task, ends: `\`${stage.plain}\` succeeds` }]
  const [file, args] = peer.command({ tree: stage.project, turns: one.turns.length, tasks })
  const env = { ...stage.env, PATH: `${bin}:${stage.env['PATH']}` }
  await ended(spawn('bwrap', [...BOX, file, ...args], { cwd: stage.project, env, stdio: 'ignore' }))
  return { accepted: accepts(peer, stage.project), runs: existsSync(runs) ? readFileSync(runs).length : 0 }
}

/** The first word of the criterion is a program that writes down when it is called with the others. */
export function countRuns({ plain, env }: Stage, bin: string, runs: string): void {
  const [name = '', ...rest] = plain.split(' ')
  const real = spawnSync('bash', ['-c', `command -v "${name}"`], { env, encoding: 'utf8' }).stdout.trim()
  if (!/^[\w.-]+$/.test(name) || name === 'sh' || !real.startsWith('/')) return
  program(join(bin, name), `[ "$*" = '${rest.join(' ')}' ] && printf x >> '${runs}'`, `exec '${real}' "$@"`)
}

export const program = (path: string, ...lines: readonly string[]): void =>
  writeFileSync(path, ['#!/bin/bash', ...lines, ''].join('\n'), { mode: 0o755 })

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise(resolve => {
    const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    const done = (): void => {
      clearTimeout(limit)
      resolve()
    }
    child.on('close', done)
    child.on('error', done)
  })
}

/** A list that cannot be read holds no task that is done. */
function accepts(peer: Peer, tree: string): boolean {
  try {
    return peer.accepts(tree)
  } catch {
    return false
  }
}
