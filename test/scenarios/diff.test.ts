import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { layoutOf, loopPaths } from '../../src/store/layout.ts'
import { openSnapshots } from '../../src/workspace/snapshots/snapshots.ts'
import { fastProject as project } from '../rig/in-process.ts'
import type { Project } from '../rig/project.ts'

/** A project whose loop `ralph-1` has three snapshots; the edits between them are an agent's. */
async function withSnapshots(): Promise<Project> {
  const files = project({ 'price.js': 'a\nb\nc\n', 'old name.txt': 'many\nlines\nthat\nstay\n' }, { git: true })
  const env = { PATH: process.env['PATH'] ?? '', HOME: files.home }
  const repository = loopPaths(layoutOf(env, files.path, null), 'ralph-1').snapshots
  const opened = await openSnapshots({ repository, tree: files.path, exclude: [join(files.path, '.aiwg')], env })
  if (!opened.ok) throw new Error(opened.error)
  const take = async (iteration: number): Promise<void> => {
    const taken = await opened.value.take(iteration)
    if (!taken.ok) throw new Error(taken.error)
  }
  await take(0)
  files.write('price.js', 'a\nB \u001b[31mred\nc\n')
  await take(1)
  files.write('new name.txt', files.read('old name.txt'))
  rmSync(join(files.path, 'old name.txt'))
  files.write('image.bin', '\0\u0001\u0002')
  chmodSync(join(files.path, 'price.js'), 0o755)
  await take(2)
  return files
}

describe('agent-loop diff', () => {
  test('shows all that a loop did, with renames, modes and binary files, and no escape of a file reaches the terminal', async () => {
    const files = await withSnapshots()
    const { code, out } = await files.cli(['diff', 'ralph-1'])
    expect(code).toBe(0)
    for (const line of [
      '-b',
      '+B red',
      'old mode 100644',
      'new mode 100755',
      'rename from old name.txt',
      'rename to new name.txt',
    ])
      expect(out.split('\n')).toContain(line)
    expect(out).toContain('Binary files /dev/null and b/image.bin differ')
  })

  test('between two iterations, as a summary and for programs', async () => {
    const files = await withSnapshots()
    const stat = await files.cli(['diff', 'ralph-1', '0..1', '--stat'])
    expect(stat.out).toMatch(/price\.js \| 2 [+][-]/)
    expect(stat.out).not.toContain('image.bin')
    const json = await files.cli(['diff', 'ralph-1', '1..', '--json'])
    expect(json.events).toEqual([
      {
        loop_id: 'ralph-1',
        from: 1,
        to: 2,
        changed: [
          { path: 'image.bin', status: 'added' },
          { path: 'new name.txt', status: 'renamed', was: 'old name.txt' },
          { path: 'price.js', status: 'modified' },
        ],
        diff: expect.stringContaining('rename from'),
      },
    ])
    expect((await files.cli(['diff', 'ralph-1', '1..1'])).out).toBe('No changes between turn 1 and turn 1.\n')
  })

  test.each([
    [['diff'], 'no loops yet'],
    [['diff', 'nobody'], 'no snapshots of a loop "nobody"'],
    [['diff', '../../x'], 'no snapshots'],
    [['diff', 'ralph-1', '3'], 'not a range'],
    [['diff', 'ralph-1', '0..9'], 'Turn 9 is not stored'],
    [['diff', 'ralph-1', '0..1', '2..3'], 'at most one range'],
  ])('%j is refused in one line', async (args, message) => {
    const files = await withSnapshots()
    const { code, err } = await files.cli(args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
