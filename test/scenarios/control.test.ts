import { describe, expect, test } from 'vitest'
import { DONE, isRunning, type Json, type Project, project, type Running } from '../rig/project.ts'

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
    const agent = `if [ -f started ]; then grep -h ^State /proc/$(cat started)/status 2>/dev/null; touch done; else echo $$ > started; ${DEAF}; fi`
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
    const line = /agent-loop (resume (\S+) --max-iterations 4)$/m.exec(first.out)
    const id = line?.[2] ?? ''
    const refused = await here.cli(['resume', id])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain(`agent-loop ${line?.[1]}`)
    expect((await here.cli(String(line?.[1]).split(' '))).code).toBe(3)
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

  test('refused: from inside a turn, while another process has it, for no loop at all', async () => {
    const here = project()
    const program = `"${process.execPath}" "${process.cwd()}/dist/cli.cjs"`
    const agent = `for c in resume abort pause "tell"; do env -u AGENT_LOOP_ID ${program} $c $AGENT_LOOP_ID x; echo "$c $?"; done; echo ready; sleep 1000`
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
    expect(spoken(end.events)).toMatch(/pause [1-9][\s\S]*tell [1-9]/)
    expect(spoken(end.events)).toContain('tell 8')
  })
})
