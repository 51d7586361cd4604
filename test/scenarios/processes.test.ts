import { describe, expect, test } from 'vitest'
import { sampled } from '../rig/long-form.ts'
import { DONE, isRunning, type Json, fastProject as project } from '../rig/project.ts'

const TASK = 'make the file'

// Leaves in every way there is: a plain child, a new session, and orphans of a new session, one deaf to the polite signals.
// Each says who it is and then signs in; "ready" is said when all four have.
const FAMILY = [
  'mkdir -p .signed',
  'sleep 1000 & echo "pid $!"; touch .signed/1',
  'setsid sleep 1000 & echo "pid $!"; touch .signed/2',
  `setsid bash -c 'trap "" TERM INT HUP; echo "pid $BASHPID"; touch .signed/3; while :; do sleep 1000; done' &`,
  '(setsid bash -c \'echo "pid $BASHPID"; touch .signed/4; exec sleep 1000\' &)',
  'until [ "$(ls .signed | wc -l)" = 4 ]; do sleep 0.1; done; echo ready',
].join('\n')

const pidsIn = (text: string): number[] => [...text.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid))
const says = (word: string) => (event: Json) => event['kind'] === 'turn-text' && String(event['text']).includes(word)
const spoken = (events: readonly Json[]): string =>
  events
    .filter(({ kind }) => kind === 'turn-text')
    .map(({ text }) => text)
    .join('')

describe('nothing survives its turn', () => {
  test('Ctrl-C: exit 130, and no process is left', async () => {
    const { start } = project()
    const loop = start(['run', TASK, '-c', DONE, '--agent-cmd', `${FAMILY}; wait`, '--json'])
    await loop.event(says('ready'))
    loop.process.kill('SIGINT')
    const end = await loop.ended
    expect(end.code).toBe(130)
    expect(end.events.at(-1)).toMatchObject({ kind: 'loop-end', status: 'aborted', exit_code: 130 })
    const pids = pidsIn(spoken(end.events))
    expect(pids).toHaveLength(4)
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('Ctrl-C twice does not wait for an agent that ignores it', async () => {
    const { start } = project()
    const loop = start([
      'run',
      TASK,
      '-c',
      DONE,
      '--agent-cmd',
      `trap "" TERM INT; ${FAMILY}; while :; do sleep 1000; done`,
      '--json',
    ])
    await loop.event(says('ready'))
    loop.process.kill('SIGINT')
    loop.process.kill('SIGINT')
    const end = await loop.ended
    expect(end.code).toBe(130)
    expect(pidsIn(spoken(end.events)).filter(isRunning)).toEqual([])
  })

  test('Ctrl-C during the check: exit 130, never verified', async () => {
    const { start } = project()
    const loop = start([
      'run',
      TASK,
      '-c',
      'if test -f done; then touch checking; sleep 1000; fi; false',
      '--agent-cmd',
      'touch done; echo ready',
      '--json',
    ])
    await loop.event(({ kind }) => kind === 'turn-end')
    loop.process.kill('SIGINT')
    expect((await loop.ended).events.at(-1)).toMatchObject({ status: 'aborted' })
  })

  test('a turn that takes too long is ended with all its descendants, and the loop goes on', async () => {
    const { cli } = project()
    const end = await cli([
      'run',
      TASK,
      '-c',
      DONE,
      '--agent-cmd',
      `${FAMILY}; wait`,
      '--turn-timeout',
      '1s',
      '--max-iterations',
      '1',
      '--json',
    ])
    expect(end.code).toBe(1)
    expect(end.events.find(({ kind }) => kind === 'turn-end')).toMatchObject({
      ended: 'failed',
      error: 'took longer than 1s',
    })
    const pids = pidsIn(spoken(end.events))
    expect(pids).toHaveLength(4)
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('what an agent leaves running behind a good end is gone before the check', async () => {
    const { cli } = project()
    const end = await cli(['run', TASK, '-c', DONE, '--agent-cmd', `${FAMILY}; touch done`, '--json'])
    expect(end.code).toBe(0)
    expect(pidsIn(spoken(end.events)).filter(isRunning)).toEqual([])
  })
})

describe('one agent per tree', () => {
  test('a second loop in the same tree, above it or below it: exit 8, and it says who is there', async () => {
    const { start, cli, path } = project({ 'sub/x': '' }, { git: true })
    const first = start(['run', TASK, '-c', DONE, '--agent-cmd', 'echo ready; sleep 1000', '--json'])
    await first.event(says('ready'))
    const second = await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'true'])
    expect(second.code).toBe(8)
    expect(second.err).toContain(String((await first.event(({ kind }) => kind === 'loop-start'))['loop']))
    expect((await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'true'], { cwd: `${path}/sub` })).code).toBe(8)
    first.process.kill('SIGINT')
    await first.ended
    expect((await cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'])).code).toBe(0)
  })

  const many = sampled(Array.from({ length: 8 }), 4).length
  test(`${many} at once: one gets the tree, the others are told so`, async () => {
    const { start, write } = project()
    const loops = Array.from({ length: many }, () =>
      start(['run', TASK, '-c', DONE, '--agent-cmd', 'until [ -f go ]; do sleep 0.1; done; touch done', '--json']),
    )
    let refused = 0
    const ends = loops.map(async ({ ended }) => {
      const { code } = await ended
      if (code === 8) refused += 1
      if (refused === many - 1) write('go', '')
      return code
    })
    expect((await Promise.all(ends)).sort()).toEqual([0, ...Array.from({ length: many - 1 }, () => 8)])
  })

  test('a loop inside a turn: exit 8, even in another tree', async () => {
    const inner = project()
    const { cli } = project()
    const program = `"${process.execPath}" "${process.cwd()}/dist/cli.cjs"`
    const agent = `${program} run x -c ${JSON.stringify(DONE)} --agent-cmd true --cwd ${inner.path}; echo "inner $?"; touch done`
    const end = await cli(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--json'])
    expect(spoken(end.events)).toContain('inner 8')
    expect(end.code).toBe(0)
  })

  test('kill -9 leaves an interrupted loop; the next one ends its orphans before it begins', async () => {
    const { start, cli } = project()
    const first = start(['run', TASK, '-c', DONE, '--agent-cmd', `${FAMILY}; sleep 1000`, '--json'])
    await first.event(says('ready'))
    first.process.kill('SIGKILL')
    const dead = await first.ended
    const pids = pidsIn(spoken(dead.events))
    expect(pids.filter(isRunning)).toHaveLength(4)

    const status = await cli(['status', '--json'])
    expect(status.events[0]?.['loops']).toMatchObject([{ status: 'interrupted', iteration: 1 }])
    const look = `for p in ${pids.join(' ')}; do grep -h ^State /proc/$p/status; done 2>/dev/null | grep -v zombie; touch done`
    const next = await cli(['run', TASK, '-c', DONE, '--agent-cmd', look, '--json'])
    expect(next.code).toBe(0)
    expect(spoken(next.events)).toBe('')
    expect(pids.filter(isRunning)).toEqual([])
  })
})

test('a command has its streams as in a terminal: by their names in /dev, and in their order', async () => {
  const { cli } = project()
  const agent =
    'cat /dev/stdin > prompt.txt; echo one; echo two > /dev/stderr; echo three > /dev/stdout; touch done.txt'
  const check = 'test -e done.txt && grep -q "make the file" prompt.txt && echo seen > /dev/stderr'
  const end = await cli(['run', TASK, '-c', check, '--agent-cmd', agent, '--json'])
  expect(end.code).toBe(0)
  expect(spoken(end.events)).toBe('one\ntwo\nthree\n')
})
