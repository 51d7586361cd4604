import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Result } from '../../src/std/result.ts'
import type { Taken } from '../../src/workspace/snapshots/snapshot-taker.ts'
import { openSnapshots, type Snapshots } from '../../src/workspace/snapshots/snapshots.ts'

export interface Tree {
  readonly path: string
  readonly home: string
  readonly repository: string
  readonly env: Readonly<Record<string, string>>
  write(file: string, text: string | Uint8Array): void
  read(file: string): string
  git(...args: string[]): string
  open(): Promise<Snapshots>
  take(snapshots: Snapshots, as?: number | 'present'): Promise<Taken>
}

/** A tree with files, a home and a place for snapshots. Gone when the test is. */
export function newTree(files: Readonly<Record<string, string>> = {}, options: { readonly git?: boolean } = {}): Tree {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-snapshots-')))
  onTestFinished(() => {
    execFileSync('chmod', ['-R', 'u+rwx', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return treeIn(folder, files, options)
}

export function treeIn(
  folder: string,
  files: Readonly<Record<string, string>>,
  options: { readonly git?: boolean },
): Tree {
  const [path, home] = [join(folder, 'tree'), join(folder, 'home')]
  mkdirSync(path, { recursive: true })
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const repository = join(folder, 'state', 'snapshots.git')
  const tree: Tree = {
    path,
    home,
    repository,
    env,
    write(file, text) {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      writeFileSync(join(path, file), text)
    },
    read: file => readFileSync(join(path, file), 'utf8'),
    git: (...args) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        cwd: path,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    open: async () => value(await openSnapshots({ repository, tree: path, exclude: [join(path, '.aiwg/ralph')], env })),
    take: async (snapshots, as = 'present') => value(await snapshots.take(as)),
  }
  for (const [file, text] of Object.entries(files)) tree.write(file, text)
  if (options.git) {
    tree.git('init', '-q')
    tree.git('add', '-A')
    tree.git('commit', '-q', '--allow-empty', '-m', 'start')
  }
  return tree
}

export function value<T>(result: Result<T, string>): T {
  if (result.ok) return result.value
  throw new Error(result.error)
}

/** Every file and link of a tree but .git, byte for byte, with its mode; names as bytes. */
export function contents(root: string): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (folder: Buffer, path: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
      const full = Buffer.concat([folder, Buffer.from('/'), entry.name as unknown as Buffer])
      const name = `${path}${Buffer.from(entry.name as unknown as Buffer).toString('latin1')}`
      if (name === '.git') continue
      if (entry.isDirectory()) visit(full, `${name}/`)
      else if (entry.isSymbolicLink()) found[name] = `link ${readlinkSync(full)}`
      else found[name] = `${(lstatSync(full).mode & 0o7777).toString(8)} ${readFileSync(full, 'latin1')}`
    }
  }
  visit(Buffer.from(root), '')
  return found
}
