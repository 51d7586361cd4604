import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import { DONE } from '../rig/project.ts'

const FIRST = 'ralph-fix-parser-a1b2c3d4'
const SECOND = 'ralph-fix-printer-e5f60718'
const loop = (id: string, file: string) => [
  'run',
  `write ${file}`,
  '-c',
  `test -f ${file}`,
  '--agent-cmd',
  `echo done; touch ${file}`,
  '--proof',
  'fast',
  '--loop-id',
  id,
]

describe('loop ids', () => {
  test('any unique part of an id is enough; reading commands mean the latest loop, and restoring needs an id', async () => {
    const { cli, path } = project({ 'a.txt': 'a\n' }, { git: true })
    expect((await cli(loop(FIRST, 'one.txt'))).code).toBe(0)
    expect((await cli(loop(SECOND, 'two.txt'))).code).toBe(0)

    const known = async (args: readonly string[]) => (await cli([...args, '--json'])).events[0]
    for (const part of ['ralph-fix-pa', 'fix-pa', 'a1b2', FIRST]) {
      expect(await known(['status', part])).toMatchObject({ loops: [{ loop_id: FIRST }] })
      expect(await known(['diff', part])).toMatchObject({ loop_id: FIRST })
      expect((await cli(['receipt', part])).out).toContain(FIRST)
      expect((await cli(['logs', part])).code).toBe(0)
    }
    expect(await known(['diff', '0..1', '--stat'])).toMatchObject({ loop_id: SECOND, from: 0, to: 1 })
    expect((await cli(['receipt'])).out).toContain(SECOND)

    const several = await cli(['diff', 'ralph-fix'])
    expect([several.code, several.err.includes(FIRST), several.err.includes(SECOND)]).toEqual([2, true, true])
    for (const args of [['restore'], ['restore', 'start'], ['waive', 'tests-gone', '--reason', 'x']]) {
      const refused = await cli(args)
      expect(refused.code).toBe(2)
      expect(refused.err).toContain(`agent-loop ${args[0]} ${SECOND}`)
    }
    expect(await known(['restore', 'a1b2', 'start', '--force'])).toMatchObject({ loop_id: FIRST, kind: 'restored' })
    expect((await cli(['merge'], { cwd: path })).err).toContain('worktree')
  })
})

describe('a word that is no command gets the command that was meant, or its quotes', () => {
  test.each([
    [['stop', 'ralph-x-a1b2c3d4'], 'agent-loop abort ralph-x-a1b2c3d4'],
    [['cancel'], 'agent-loop abort'],
    [['kill', 'a1b2'], 'agent-loop abort a1b2'],
    [['continue', '--max-iterations', '20'], 'agent-loop resume --max-iterations 20'],
    [['undo'], 'agent-loop restore'],
    [['ls', '--archived'], 'agent-loop list --archived'],
    [['verfy', 'npm test'], "agent-loop verify 'npm test'"],
    [['stop', 'the', 'crash'], "agent-loop 'stop the crash'"],
    [['run', 'fix', 'it', '-c', DONE, '--worktree'], `agent-loop run 'fix it' -c '${DONE}' --worktree`],
    [['start', 'fix', 'it', '-y'], "agent-loop start 'fix it' -y"],
    [['verify', 'npm', 'test'], "agent-loop verify 'npm test'"],
    [['tell', 'try', 'harder'], "agent-loop tell 'try harder'"],
    [['tell', 'a1b2c3d4', 'try', 'harder'], "agent-loop tell a1b2c3d4 'try harder'"],
  ])('%j', async (args, suggested) => {
    const { cli } = project()
    const refused = await cli(args)
    expect([refused.code, refused.out]).toEqual([2, ''])
    expect(refused.err.trimEnd().endsWith(`: ${suggested}`)).toBe(true)
  })

  test.each(['-v', '-V', 'version', '--version'])('%s prints the version', async word => {
    expect((await project().cli([word])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
