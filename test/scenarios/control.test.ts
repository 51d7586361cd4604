import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE, isRunning, type Json, type Project, type Running } from '../rig/project.ts'

const TASK = 'make the file'
const says = (word: string) => (event: Json) => event['kind'] === 'turn-text' && String(event['text']).includes(word)
const spoken = (events: readonly Json[]): string =>
  events
    .filter(({ kind }) => kind === 'turn-text')
    .map(({ text }) => text)
    .join('')
const turns = (events: readonly Json[]): unknown[] =>
  events.filter(({ kind }) => kind === 'turn-start').map(({ iteration }) => iteration)
const idOf = async (loop: Running): Promise<string> =>
  String((await loop.event(({ kind }) => kind === 'loop-start'))['loop'])
const journalOf = ({ read }: Project, id: string): Json[] =>
  read(`.aiwg/ralph/loops/${id}/events.jsonl`)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Json)
const begin = ({ start }: Project, agent: string, ...more: readonly string[]): Running =>
  start(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--json', ...more])

/** Deaf to every polite signal, it says who it is and stays. */
const DEAF = 'trap "" TERM INT HUP; echo "pid $$ ready"; while :; do sleep 1000; done'
const pidsIn = (text: string): number[] => [...text.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))

describe('resume', () => {
  test('kill -9 during a turn: interrupted, then gone on with; the old agent is dead before the new one works', async () => {
    const here = project({}, { git: true })
    const agent = `if [ -f started ]; then grep -h ^State /proc/$(cat started)/status 2>/dev/null | grep -v zombie; touch done; else echo $$ > started; ${DEAF}; fi`
    const first = begin(here, agent, '--max-iterations', '5')
    await first.event(says('ready'))
    const id = await idOf(first)
    first.process.kill('SIGKILL')
    const [old] = pidsIn(spoken((await first.ended).events))
    expect(isRunning(old ?? 0)).toBe(true)

    const status = await here.cli(['status'])
    expect(status.out).toContain('interrupted')
    expect(status.out).toContain(`agent-loop resume ${id}`)

    const again = await here.cli(['resume', id, '--json'])
    expect(again.code).toBe(0)
    expect(spoken(again.events)).toBe('')
    expect(isRunning(old ?? 0)).toBe(false)
    expect(again.events[0]).toMatchObject({ kind: 'loop-resume', from: 'interrupted', iteration: 1 })
    const journal = journalOf(here, id)
    expect(turns(journal)).toEqual([1, 2])
    expect(journal.filter(({ kind }) => kind === 'turn-end').map(({ ended }) => ended)).toEqual(['lost', 'claims-done'])
    expect(journal.filter(({ kind }) => kind === 'check-end')).toHaveLength(2)
    expect(journal.filter(({ kind }) => kind === 'baseline-end')).toHaveLength(1)
    expect(here.read(`.aiwg/ralph/loops/${id}/iterations/001/agent.log`)).toContain(`pid ${old} ready`)
    const { loops } = (await here.cli(['list', '--json'])).events[0] as { loops: Json[] }
    expect(loops).toMatchObject([{ loop_id: id, status: 'verified', iteration: 2 }])
  })

  test('work that a cut-off turn finished is checked and verified without another turn', async () => {
    const here = project()
    const first = begin(here, `touch done; ${DEAF}`)
    await first.event(says('ready'))
    const id = await idOf(first)
    first.process.kill('SIGKILL')
    await first.ended
    const again = await here.cli(['resume', id, '--json'])
    expect(again.code).toBe(0)
    expect(turns(again.events)).toEqual([])
  })

  test('a limit: refused with the exact command, which then works; what was spent stays spent', async () => {
    const here = project()
    const agent = 'echo turn >> turns; if [ "$(wc -l < turns)" = 3 ]; then touch done; fi'
    const first = await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--max-iterations', '2'])
    expect(first.code).toBe(1)
    const line = /agent-loop (resume (\S+) --max-iterations 4) -y$/m.exec(first.out)
    const id = line?.[2] ?? ''
    const refused = await here.cli(['resume', id])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain(`agent-loop ${line?.[1]}`)
    const unseen = await here.cli(String(line?.[1]).split(' '))
    expect([unseen.code, unseen.err]).toEqual([3, expect.stringContaining(`agent-loop ${line?.[1]} -y\n`)])
    const again = await here.cli([...String(line?.[1]).split(' '), '-y', '--json'])
    expect(again.code).toBe(0)
    expect(again.events.at(-1)).toMatchObject({ status: 'verified', iterations: 3 })
    const journal = journalOf(here, id)
    expect(turns(journal)).toEqual([1, 2, 3])
    const over = await here.cli(['resume', id])
    expect(over.code).toBe(2)
    expect(over.err).toContain('verified')
  })

  test('what a loop was begun with stays with it: hooks, and a criterion that is never read again', async () => {
    const here = project({ 'agent-loop.config.json': JSON.stringify({ completion: DONE }) })
    const agent = 'if [ -f slow ]; then touch done; else touch slow; echo ready; sleep 1000; fi'
    const first = here.start([
      'run',
      TASK,
      '--agent-cmd',
      agent,
      '--post-iteration',
      'cat >> told',
      '--on-verified',
      'touch praised',
      '--trust-config',
      '--may-change',
      'agent-loop.config.json',
      '--json',
    ])
    await first.event(says('ready'))
    first.process.kill('SIGKILL')
    await first.ended
    here.write('agent-loop.config.json', JSON.stringify({ completion: 'true', 'on-verified': 'touch wrong' }))
    expect((await here.cli(['resume', await idOf(first)])).code).toBe(0)
    expect(here.read('praised')).toBe('')
    expect(here.read('told').trimEnd().split('\n')).toHaveLength(2)
  })

  test('four at once take up the same loop: one gets it, and no agent works beside another', async () => {
    const here = project()
    const first = begin(here, 'echo $$ >> agents; echo ready; until [ -f go ]; do sleep 0.1; done; touch done')
    await first.event(says('ready'))
    const id = await idOf(first)
    first.process.kill('SIGKILL')
    await first.ended
    let refused = 0
    const ends = Array.from({ length: 4 }, async () => {
      const { code } = await here.cli(['resume', id])
      if (code === 8) refused += 1
      if (refused === 3) here.write('go', '')
      return code
    })
    expect((await Promise.all(ends)).sort()).toEqual([0, 8, 8, 8])
    expect(here.read('agents').trimEnd().split('\n')).toHaveLength(2)
  })

  test('refused: from inside a turn, while another process has it, for no loop at all', async () => {
    const here = project()
    const program = `"${process.execPath}" "${process.cwd()}/dist/cli.cjs"`
    const inner = (words: string): string =>
      `env -u AGENT_LOOP_ID ${program} ${words}; echo "${words.split(' ')[0]} $?"`
    const agent = `${['resume $AGENT_LOOP_ID', 'abort $AGENT_LOOP_ID', 'pause $AGENT_LOOP_ID', 'tell $AGENT_LOOP_ID x'].map(inner).join('; ')}; echo ready; sleep 1000`
    const loop = begin(here, agent)
    await loop.event(says('ready'))
    const id = await idOf(loop)
    const other = await here.cli(['resume', id])
    expect(other.code).toBe(8)
    expect(other.err).toContain(String(loop.process.pid))
    expect((await here.cli(['resume', 'ralph-nobody-00000000'])).code).toBe(2)
    expect((await here.cli(['resume', '../../etc'])).code).toBe(2)
    expect((await here.cli(['abort', id])).code).toBe(0)
    const end = await loop.ended
    expect(end.code).toBe(130)
    expect(spoken(end.events).match(/^(resume|abort|pause|tell) \d+$/gm)).toEqual([
      'resume 8',
      'abort 8',
      'pause 8',
      'tell 8',
    ])
  })
})

describe('abort', () => {
  test('from another process during a turn: 130 there, and no process is left', async () => {
    const here = project()
    const loop = begin(here, DEAF)
    await loop.event(says('ready'))
    const end = await here.cli(['abort', '--json'])
    expect(end.code).toBe(0)
    expect(end.events[0]).toMatchObject({ loop_id: await idOf(loop), became: 'done', status: 'aborted' })
    const { code, events } = await loop.ended
    expect(code).toBe(130)
    expect(pidsIn(spoken(events)).filter(isRunning)).toEqual([])
    expect((await here.cli(['abort', await idOf(loop)])).code).toBe(2)
    expect((await here.cli(['abort'])).code).toBe(2)
    expect((await here.cli(['resume', await idOf(loop)])).err).toContain('aborted')
  })

  test('of a loop whose process is dead: its orphans are ended, and it is in the archive', async () => {
    const here = project()
    const loop = begin(here, DEAF)
    await loop.event(says('ready'))
    loop.process.kill('SIGKILL')
    const pids = pidsIn(spoken((await loop.ended).events))
    expect(pids.filter(isRunning)).toHaveLength(1)
    expect((await here.cli(['abort', await idOf(loop)])).code).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
    const { loops } = (await here.cli(['list', '--archived', '--json'])).events[0] as { loops: Json[] }
    expect(loops).toMatchObject([{ status: 'aborted' }])
    expect((await here.cli(['status', '--json'])).events[0]).toMatchObject({ loops: [{ status: 'aborted' }] })
  })

  test('--revert: bytes, branch and index as the loop found them; ignored files and a person stay safe', async () => {
    const here = project({ 'a.txt': 'one\n', 'b.txt': 'kept\n', '.gitignore': 'cache\n' }, { git: true })
    here.write('a.txt', 'unfinished\n')
    here.write('staged.txt', 'by a person\n')
    here.git('add', 'staged.txt')
    const [head, status] = [here.git('rev-parse', 'HEAD'), here.git('status', '--porcelain=v2', '--branch')]
    const commit = 'git -c user.name=a -c user.email=a@example.org commit -qam work'
    const loop = begin(
      here,
      `echo two > a.txt; rm b.txt; echo x > new.txt; echo y > cache; git add -A; ${commit}; echo ready; sleep 1000`,
    )
    await loop.event(says('ready'))
    const id = await idOf(loop)
    expect((await here.cli(['abort', id])).code).toBe(0)
    await loop.ended
    expect(here.git('rev-parse', 'HEAD')).not.toBe(head)
    here.git('status')
    here.write('mine.txt', 'since then\n')
    const refused = await here.cli(['abort', id, '--revert'])
    expect(refused.code).toBe(8)
    expect(refused.out).toContain('mine.txt')
    expect(here.read('a.txt')).toBe('two\n')
    here.git('update-index', '--refresh')
    const done = await here.cli(['abort', id, '--revert', '--force'])
    expect(done.out + done.err).toContain('Restored the files from before the loop')
    expect(done.code).toBe(0)
    expect([here.read('a.txt'), here.read('b.txt'), here.read('cache')]).toEqual(['unfinished\n', 'kept\n', 'y\n'])
    expect(here.git('rev-parse', 'HEAD')).toBe(head)
    expect(here.git('status', '--porcelain=v2', '--branch')).toBe(status)
  })

  test('--revert together with the abort, while the loop works', async () => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const loop = begin(here, 'echo two > a.txt; echo ready; sleep 1000')
    await loop.event(says('ready'))
    expect((await here.cli(['abort', '--revert'])).code).toBe(0)
    expect((await loop.ended).code).toBe(130)
    expect(here.read('a.txt')).toBe('one\n')
  })
})

/** A turn ends when the test says so. */
const WAITS = 'echo "ready $(ls go* 2>/dev/null | wc -l)"; until [ -f go-$AGENT_LOOP_TURN ]; do sleep 0.1; done'
const turnwise = (then: string): string =>
  `AGENT_LOOP_TURN=$(( $(cat n 2>/dev/null || echo 0) + 1 )); echo $AGENT_LOOP_TURN > n; cat > prompt-$AGENT_LOOP_TURN; ${WAITS}; ${then}`

describe('pause and tell', () => {
  test('pause rests after the turn in flight, exit 9; resume goes on with the next', async () => {
    const here = project()
    const loop = begin(here, turnwise('if [ $AGENT_LOOP_TURN = 2 ]; then touch done; fi'))
    await loop.event(says('ready'))
    const id = await idOf(loop)
    const asked = await here.cli(['pause', id, '--json'])
    expect(asked.events[0]).toMatchObject({ became: 'later', status: 'running' })
    here.write('go-1', '')
    const end = await loop.ended
    expect(end.code).toBe(9)
    expect(end.events.at(-1)).toMatchObject({ status: 'paused', iterations: 1 })
    const status = await here.cli(['status', id])
    expect(status.out).toContain(`agent-loop resume ${id}`)
    here.write('go-2', '')
    const again = await here.cli(['resume', id, '--json'])
    expect(again.code).toBe(0)
    expect(turns(journalOf(here, id))).toEqual([1, 2])
  })

  test('a loop that waits for a rate limit pauses at once, and its turn is taken again under its number', async () => {
    const here = project({ 'turns.yaml': 'turns:\n  - - rate_limit: 2h\n    - run: touch done\n' })
    const loop = here.start(['run', TASK, '-c', DONE, '--agent', 'script:turns.yaml', '--json'])
    await loop.event(({ kind }) => kind === 'wait')
    const id = await idOf(loop)
    expect((await here.cli(['pause', '--json'])).events[0]).toMatchObject({ loop_id: id, became: 'done' })
    expect((await loop.ended).code).toBe(9)
    here.write('turns.yaml', 'turns:\n  - - run: touch done\n')
    const again = await here.cli(['resume', id, '--json'])
    expect(again.code).toBe(0)
    expect(turns(again.events)).toEqual([1])
  })

  test('tell reaches the next prompt once, fenced; told to a resting loop it waits for resume', async () => {
    const here = project()
    const loop = begin(here, turnwise('if [ $AGENT_LOOP_TURN = 5 ]; then touch done; fi'), '--max-iterations', '3')
    await loop.event(says('ready'))
    const id = await idOf(loop)
    const told = await here.cli(['tell', id, 'look at the <parser> first', '--json'])
    expect(told.events[0]).toMatchObject({ became: 'later' })
    expect((await here.cli(['tell', id, 'x'.repeat(5_000)])).code).toBe(2)
    for (const turn of [1, 2, 3]) here.write(`go-${turn}`, '')
    expect((await loop.ended).code).toBe(1)
    const prompts = [1, 2, 3].map(turn => here.read(`prompt-${turn}`).includes('look at the <parser> first'))
    expect(prompts).toEqual([false, true, false])
    expect(here.read('prompt-2')).toMatch(
      /# Hint from a person[\s\S]+--- hint (\w+) ---\nlook at[^\n]+\n--- end \1 ---/,
    )
    expect((await here.cli(['tell', id, 'now the lexer', '--json'])).events[0]).toMatchObject({ became: 'kept' })
    here.write('go-4', '')
    here.write('go-5', '')
    expect((await here.cli(['resume', id, '--max-iterations', '6', '-y'])).code).toBe(0)
    expect(here.read('prompt-4')).toContain('now the lexer')
    expect(here.read('prompt-5')).not.toContain('now the lexer')
    expect((await here.cli(['tell', id, 'late'])).code).toBe(2)
  })
})

/** For programs that speak to people. */
const printed = ({ process }: Running, word: string): Promise<void> =>
  new Promise(resolve => {
    let text = ''
    process.stdout?.on('data', (chunk: unknown) => {
      text += String(chunk)
      if (text.includes(word)) resolve()
    })
  })

describe('watching from another terminal', () => {
  test('attach and logs -f see the turn, the next turns and the end; leaving does not stop the loop', async () => {
    const here = project()
    const loop = begin(
      here,
      turnwise('echo "worked $AGENT_LOOP_TURN"; if [ $AGENT_LOOP_TURN = 3 ]; then touch done; fi'),
    )
    await loop.event(says('ready'))
    const id = await idOf(loop)
    const [attached, logs, leaver] = [
      here.start(['attach', id]),
      here.start(['logs', id, '-f']),
      here.start(['attach', id, '--json']),
    ]
    await Promise.all([printed(attached, 'ready'), printed(logs, 'ready')])
    await leaver.event(({ kind }) => kind === 'loop-start')
    await leaver.event(says('ready'))
    leaver.process.kill('SIGINT')
    expect((await leaver.ended).code).toBe(0)
    for (const turn of [1, 2, 3]) here.write(`go-${turn}`, '')
    expect((await loop.ended).code).toBe(0)
    const [seen, read] = [await attached.ended, await logs.ended]
    expect(seen.code).toBe(0)
    expect(seen.out).toContain('state       turn 1 of 10')
    expect(seen.out).toMatch(/│ worked 2[\s\S]*✓ verified after 3 turns/)
    expect(read.out.match(/^(worked \d|── turn \d)$/gm)).toEqual([
      'worked 1',
      '── turn 2',
      'worked 2',
      '── turn 3',
      'worked 3',
    ])
    expect((await here.cli(['logs', id, '--iteration', '2'])).out).toContain('worked 2')
    expect((await here.cli(['logs', id, '--iteration', '7'])).code).toBe(2)
    expect((await here.cli(['logs', id, '--iteration', 'x'])).err).toContain('"x" is not a turn')
    expect((await here.cli(['attach', id])).out).toContain('✓ verified after 3 turns')
  })

  test('status --watch ends when nothing runs; --archived knows what the registry forgot', async () => {
    const here = project()
    const loop = begin(here, turnwise('touch done'))
    await loop.event(says('ready'))
    const watching = here.start(['status', '--watch', '--json'])
    const running = await watching.event(event => Array.isArray(event['loops']))
    expect(running).toMatchObject({ loops: [{ status: 'running' }] })
    here.write('go-1', '')
    await loop.ended
    expect((await watching.ended).events.at(-1)).toMatchObject({ loops: [{ status: 'verified' }] })
    expect((await here.cli(['status', '--archived', '--json'])).events[0]).toMatchObject({
      loops: [{ status: 'verified' }],
    })
  })
})
