import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE, type Project } from '../rig/project.ts'

const ID = 'ralph-make-the-file-0123abcd'
const OTHER = 'ralph-other-0123abcd'
const MINUTES = 180_000
const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitignore': '.env\n' }
const loop = (agent: string, ...more: readonly string[]): readonly string[] => [
  ...['run', 'make the file', '-c', DONE, '--agent-cmd', agent, '--loop-id', ID, ...more],
]

/** A project whose branch `main` has an upstream in a bare repository. */
function withRemote(): Project & { readonly bare: string } {
  const here = project(FILES, { git: true })
  const bare = join(here.home, 'bare.git')
  here.git('branch', '-M', 'main')
  here.git('init', '-q', '--bare', '-b', 'main', bare)
  here.git('remote', 'add', 'origin', '../home/bare.git')
  here.git('push', '-q', '-u', 'origin', 'main')
  return { ...here, bare }
}

/** A program in its own folder, and the PATH with it. */
function withProgram({ home }: Project, name: string, text: string): Readonly<Record<string, string>> {
  const folder = join(home, 'bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(folder, name), 0o755)
  return { PATH: `${folder}:${process.env['PATH']}` }
}

/** A hook that leaves a mark, as pre-commit and pre-push. */
function withHooks({ path }: Project): string {
  const mark = join(path, '.git/hook-ran')
  for (const name of ['pre-commit', 'commit-msg', 'post-commit', 'pre-push']) {
    writeFileSync(join(path, '.git/hooks', name), `#!/bin/sh\ntouch ${mark}\nexit 1\n`)
    chmodSync(join(path, '.git/hooks', name), 0o755)
  }
  return mark
}

describe('--commit', () => {
  test(
    'end: one commit with the facts, without files that were dirty, ignored, or staged before',
    async () => {
      const here = project(FILES, { git: true })
      const mark = withHooks(here)
      here.write('a.txt', 'mine\n')
      here.write('notes.txt', 'mine\n')
      here.write('.env', 'KEY=1\n')
      here.git('add', 'a.txt')
      const agent =
        'touch done; echo theirs >> a.txt; echo x > .gitignore; echo new > new.txt; echo b2 > b.txt; touch x'
      const end = await here.cli(loop(agent, '--commit', 'end'))
      expect(end.code).toBe(0)
      expect(end.out).toMatch(/committed [0-9a-f]{12} on /)
      expect(here.git('show', '--name-only', '--format=', 'HEAD').trim().split('\n')).toEqual([
        ...['.gitignore', 'b.txt', 'done', 'new.txt'],
      ])
      const message = here.git('log', '-1', '--format=%B')
      expect(message).toMatch(/^make the file\n\nVerified after turn 1: /)
      expect(message).toContain('Not included, because they had uncommitted changes before the loop: a.txt')
      const digest = /^Agent-Loop-Receipt: sha256:([0-9a-f]{64})$/m.exec(message)?.[1]
      expect((await here.cli(['report', ID, '--json'])).events).toMatchObject([{ receipt: { sha256: digest } }])
      expect(here.git('log', '-1', '--format=%(trailers:key=Agent-Loop,valueonly)').trim()).toBe(ID)
      // The rest is as the person and the agent left it: staged what was staged, and no more.
      expect(here.git('status', '--porcelain', '-uall').trim().split('\n')).toEqual([
        'MM a.txt',
        '?? .env',
        '?? notes.txt',
      ])
      expect(existsSync(mark)).toBe(false)
    },
    MINUTES,
  )

  test(
    'turn: every turn is a commit, also what a later one undoes; the last one has the receipt',
    async () => {
      const here = project(FILES, { git: true })
      const agent = 'if [ -f one ]; then rm one; echo b > b.txt; touch done; else touch one; echo b1 > b.txt; fi'
      expect((await here.cli(loop(agent, '--commit', 'turn', '--json'))).code).toBe(0)
      const log = here.git('log', '--format=%s').trim().split('\n')
      expect(log).toEqual(['make the file', 'make the file (turn 1)', 'start'])
      expect(here.git('log', '--format=%b', '-1', 'HEAD~1')).toContain('Not verified after turn 1')
      expect(here.git('log', '--format=%b', '-1', 'HEAD~1')).not.toContain('Receipt')
      expect(here.git('diff', '--name-only', 'HEAD~2', 'HEAD').trim()).toBe('done')
      expect(here.git('status', '--porcelain')).toBe('')
    },
    MINUTES,
  )

  test(
    'nothing is committed when the work is not verified, or the agent led git elsewhere',
    async () => {
      const here = project(FILES, { git: true })
      await here.cli(loop('touch other', '--commit', 'end', '--max-iterations', '1'))
      expect(here.git('log', '--format=%s').trim()).toBe('start')
      const switched = loop('git switch -q -c mine; touch done', '--commit', 'end')
      const end = await here.cli(switched.map(word => (word === ID ? OTHER : word)))
      expect([end.code, end.out]).toEqual([0, expect.stringContaining('mine is checked out now')])
      expect(here.git('log', '--format=%s', 'mine').trim()).toBe('start')
    },
    MINUTES,
  )
})

describe('--push and --pr', () => {
  test(
    'push exactly the verified commit, without hooks or force, and open a pull request with the report',
    async () => {
      const here = withRemote()
      const mark = withHooks(here)
      const env = withProgram(
        here,
        'gh',
        'printf "%s\\n" "$@" > "$HOME/gh.txt"; cat "$6" > "$HOME/body.md"; echo https://example.org/pr/1',
      )
      const end = await here.cli(loop('touch done', '--worktree', '--commit', 'end', '--push', '--pr'), { env })
      expect([end.code, end.out]).toEqual([
        0,
        expect.stringContaining('opened a pull request: https://example.org/pr/1'),
      ])
      const branch = `agent-loop/${ID}`
      expect(here.git('--git-dir', here.bare, 'rev-parse', branch)).toBe(here.git('rev-parse', branch))
      expect(here.git('--git-dir', here.bare, 'log', '--format=%s', 'main').trim()).toBe('start')
      const asked = here.read(join(here.home, 'gh.txt')).trim().split('\n')
      expect(asked.slice(0, 5)).toEqual(['pr', 'create', '--title', 'make the file', '--body-file'])
      expect(asked.slice(6)).toEqual(['--head', branch, '--base', 'main'])
      expect(here.read(join(here.home, 'body.md'))).toContain('# ✓ verified: make the file')
      expect(existsSync(mark)).toBe(false)
    },
    MINUTES,
  )

  test(
    'a branch that moved on is not overwritten, and an address that the agent changed is not used',
    async () => {
      const here = withRemote()
      const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
      here.git('clone', '-q', here.bare, join(here.home, 'other'))
      const there = ['-C', join(here.home, 'other')]
      here.git(...there, ...who, 'commit', '-q', '--allow-empty', '-m', 'meanwhile')
      here.git(...there, 'push', '-q')
      const end = await here.cli(loop('touch done', '--commit', 'end', '--push'))
      expect([end.code, end.out]).toEqual([0, expect.stringContaining('not pushed: git push')])
      expect(here.git('--git-dir', here.bare, 'log', '-1', '--format=%s', 'main').trim()).toBe('meanwhile')

      here.git('reset', '-q', '--hard', 'HEAD~1')
      const evil = join(here.home, 'evil.git')
      here.git('init', '-q', '--bare', evil)
      const asked = loop(`git remote set-url origin ${evil}; touch done`, '--commit', 'end', '--push')
      const led = await here.cli(asked.map(word => (word === ID ? OTHER : word)))
      expect(led.out).toContain('git would use a setting that was not there when the loop began (remote.origin.url)')
      expect(here.git('--git-dir', evil, 'for-each-ref')).toBe('')
    },
    MINUTES,
  )

  test(
    'what git converts on its way into the commit, or what was never checked, is neither committed nor pushed',
    async () => {
      const commit = 'git -c user.name=t -c user.email=t@example.org commit -qm c'
      const written = (attributes: string) =>
        `printf '// +AAo-bad\\n' > b.txt; echo 'b.txt working-tree-encoding=UTF-7' >> ${attributes}; touch done`
      const cases: readonly (readonly [number, string, string])[] = [
        [0, written('.gitattributes'), 'not committed and not pushed: git would commit b.txt with other content'],
        [6, written('.git/info/attributes'), 'checkout-changed'],
        [0, `f=$(printf '\\377.js'); touch done "$f"; git add -A; ${commit}; rm "$f"`, 'not UTF-8'],
      ]
      for (const [code, agent, says] of cases) {
        const here = withRemote()
        const end = await here.cli(loop(agent, '--commit', 'end', '--push'))
        expect([end.code, end.out]).toEqual([code, expect.stringContaining(says)])
        expect(here.git('--git-dir', here.bare, 'log', '--format=%s', 'main').trim()).toBe('start')
      }
    },
    MINUTES,
  )

  test(
    'what could not be done at the end is refused before the first turn',
    async () => {
      const here = withRemote()
      const refused = async (...flags: readonly string[]) => {
        const { code, err } = await here.cli(loop('touch called', ...flags), { env: { PATH: '/usr/bin:/bin' } })
        return [code, err]
      }
      const end = ['--commit', 'end'] as const
      expect(await refused('--push')).toEqual([2, expect.stringContaining('--push needs --commit end')])
      expect(await refused(...end, '--pr')).toEqual([2, expect.stringContaining('--pr needs --push')])
      expect(await refused(...end, '--push', '--remote', 'nowhere')).toEqual([2, expect.stringContaining('nowhere')])
      here.git('branch', '--unset-upstream')
      expect(await refused(...end, '--push')).toEqual([2, expect.stringContaining('has no upstream')])
      here.write('notes.txt', 'mine\n')
      expect(await refused(...end, '--push', '--remote', 'origin')).toEqual([2, expect.stringContaining('notes.txt')])
      expect(existsSync(join(here.path, 'called'))).toBe(false)
      expect(existsSync(join(here.path, '.aiwg'))).toBe(false)
    },
    MINUTES,
  )
})
