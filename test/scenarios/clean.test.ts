import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Layout, layoutOf, loopPaths } from '../../src/store/layout.ts'
import { treeOf } from '../../src/system/tree.ts'
import { background, until } from '../rig/background.ts'
import { fastProject as project } from '../rig/in-process.ts'
import { DONE, isRunning, type Json, type Project } from '../rig/project.ts'

const TASK = 'make the file'
const layoutIn = ({ home, path }: Project): Layout => layoutOf({ HOME: home }, treeOf(path), null)
const journalIn = (here: Project, id: string): string => loopPaths(layoutIn(here), id).journal

/** A loop whose process was killed in its first turn, while its agent still runs. */
async function killed(here: Project): Promise<{ id: string; agent: number }> {
  const agent = 'echo two > a.txt; echo "pid $$ ready"; while :; do sleep 1000; done'
  const loop = here.start(['run', TASK, '-c', DONE, '--agent-cmd', agent, '--json'])
  const text = (event: Json): string => String(event['kind'] === 'turn-text' ? event['text'] : '')
  const pid = Number(/pid (\d+)/.exec(text(await loop.event(event => text(event).includes('ready'))))?.[1])
  loop.process.kill('SIGKILL')
  await loop.ended
  return { id: String((await loop.event(({ kind }) => kind === 'loop-start'))['loop']), agent: pid }
}

/** Changes a byte of a line, counted from one. */
function damage(here: Project, id: string, line: number): void {
  const lines = readFileSync(journalIn(here, id), 'utf8').split('\n')
  lines[line - 1] = String(lines[line - 1]).replace('"kind"', '"kinx"')
  writeFileSync(journalIn(here, id), lines.join('\n'))
}

const loopsIn = async (here: Project, ...words: readonly string[]): Promise<readonly Json[]> =>
  (await here.cli([...words, '--json'])).events[0]?.['loops'] as readonly Json[]
const itemsOf = async (here: Project, ...flags: readonly string[]): Promise<readonly Json[]> =>
  (await here.cli(['clean', '--json', ...flags])).events[0]?.['items'] as readonly Json[]

describe('a loop whose process was killed', () => {
  test('status, list, and doctor name the processes that still run; clean needs --force to end them', async () => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const { id, agent } = await killed(here)
    const status = await here.cli(['status'])
    expect(status.out).toMatch(new RegExp(`running +${agent} .*sh.*\\n`))
    expect(status.out).toContain(`agent-loop abort ${id}`)
    const [shown] = await loopsIn(here, 'status')
    expect(shown?.['processes']).toContainEqual({ pid: agent, command: expect.stringContaining('sh') })
    expect((await here.cli(['list'])).out).toMatch(/\[\d process(es)? left\]/)
    expect((await here.cli(['doctor'])).out).toContain(String(agent))

    const dry = await here.cli(['clean'])
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('Nothing was changed.')])
    expect(await itemsOf(here, '--yes')).toMatchObject([{ kind: 'interrupted', done: false, needs_force: true }])
    expect(isRunning(agent)).toBe(true)
    expect(await itemsOf(here, '--force')).toMatchObject([{ loop_id: id, kind: 'interrupted', done: true }])
    expect(isRunning(agent)).toBe(false)
    expect(await loopsIn(here, 'status')).toMatchObject([{ loop_id: id, status: 'aborted' }])
    expect((await here.cli(['clean'])).out).toContain('Nothing to clean here.')
  })

  test('a loop at work, or paused, is left alone', async () => {
    const here = background()
    const id = await here.begin('echo > ready; until [ -f go ]; do sleep 0.1; done')
    await until(() => existsSync(join(here.path, 'ready')))
    expect(await itemsOf(here, '--force')).toEqual([])
    await here.cli(['pause', id])
    here.write('go', '')
    await here.stands(id, 'paused')
    expect(await itemsOf(here, '--force', '--older-than', '1ms')).toEqual([])
    expect((await here.cli(['clean', 'ralph-nobody-00000000', '--yes'])).code).toBe(2)
  })

  test('an agent cannot clean', async () => {
    const here = project()
    const { id } = await killed(here)
    const env = { AGENT_LOOP_ID: 'ralph-other-00000001' }
    const end = await here.cli(['clean', id, '--yes'], { env })
    expect([end.code, end.err]).toEqual([8, expect.stringContaining('Only a person can do that.')])
    expect((await here.cli(['abort', id])).code).toBe(0)
  })
})

describe('a damaged journal', () => {
  test('is named by status, list, and doctor; abort ends the loop and keeps the journal', async () => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const { id, agent } = await killed(here)
    damage(here, id, 2)
    const bytes = readFileSync(journalIn(here, id), 'utf8')
    const status = await here.cli(['status'])
    expect(status.out).toContain('is damaged at line 2')
    expect(status.out).toContain(`agent-loop clean ${id} --yes`)
    expect(status.out).not.toContain('agent-loop resume')
    expect(status.out).toContain(String(agent))
    expect(await loopsIn(here, 'list')).toMatchObject([{ damaged: expect.stringContaining('line 2') }])
    const doctor = await here.cli(['doctor'])
    expect([doctor.code, doctor.out]).toEqual([4, expect.stringContaining('is damaged at line 2')])
    expect((await here.cli(['resume', id])).code).toBe(4)

    const end = await here.cli(['abort', id, '--revert', '--force'])
    expect([end.code, here.read('a.txt'), isRunning(agent)]).toEqual([0, 'one\n', false])
    expect(end.out).toContain(`${journalIn(here, id)}.damaged`)
    expect(readFileSync(`${journalIn(here, id)}.damaged`, 'utf8')).toBe(bytes)
    expect(await loopsIn(here, 'status')).toMatchObject([{ loop_id: id, status: 'aborted' }])
    expect((await here.cli(['resume', id])).err).toContain('was aborted')
    expect((await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'])).code).toBe(0)
  })

  test.each(['its first line', 'all of it', 'the whole folder'])('%s: clean moves aside what is left', async what => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const { id, agent } = await killed(here)
    const paths = loopPaths(layoutIn(here), id)
    if (what === 'its first line') damage(here, id, 1)
    else rmSync(what === 'all of it' ? paths.journal : paths.directory, { recursive: true })
    expect(await loopsIn(here, 'status')).toMatchObject([{ status: 'interrupted', damaged: expect.any(String) }])
    expect(await itemsOf(here)).toMatchObject([{ kind: 'damaged', done: false }])
    const [item] = await itemsOf(here, '--yes')
    expect([item?.['done'], isRunning(agent)]).toEqual([true, false])
    expect(item?.['aside'] === null).toBe(what === 'the whole folder')
    if (item?.['aside']) expect(readdirSync(String(item['aside']))).toContain('snapshots.git')
    expect(await loopsIn(here, 'status')).toMatchObject([{ loop_id: id, status: 'aborted' }])
    expect((await here.cli(['doctor'])).out).not.toContain('damaged at')
    expect((await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'])).code).toBe(0)
  })

  test('of a loop that has ended: named, and moved aside whole; how it ended stays listed', async () => {
    const here = project()
    const { events } = await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done', '--json'])
    const id = String(events[0]?.['loop'])
    damage(here, id, 2)
    expect(await loopsIn(here, 'status', id)).toMatchObject([{ status: 'verified', damaged: expect.any(String) }])
    expect((await here.cli(['list'])).out).toContain('[journal damaged]')
    expect((await here.cli(['doctor'])).out).toContain(`agent-loop clean ${id} --yes`)
    const [item] = await itemsOf(here, '--yes')
    expect(readFileSync(join(String(item?.['aside']), 'events.jsonl'), 'utf8')).toContain('"kinx"')
    expect(await loopsIn(here, 'list')).toMatchObject([{ loop_id: id, status: 'verified' }])
    expect(await itemsOf(here)).toEqual([])
    const links = readdirSync(join(here.path, '.aiwg/ralph/loops', id))
    for (const name of links) expect(existsSync(join(here.path, '.aiwg/ralph/loops', id, name))).toBe(true)
  })

  test('of an adopted loop: abort drops it, and the session is let go', async () => {
    const here = project()
    const adopted = await here.cli(['adopt', TASK, '-c', DONE, '--session', 's1', '--host', 'claude-code', '--json'])
    const id = String(adopted.events.at(-1)?.['loop_id'])
    damage(here, id, 2)
    expect((await here.cli(['abort', id])).code).toBe(0)
    const input = JSON.stringify({ session_id: 's1', hook_event_name: 'Stop', cwd: here.path })
    expect((await here.cli(['hook', 'stop', '--host', 'claude-code'], { input })).out).not.toContain('"block"')
    expect((await here.cli(['run', TASK, '-c', DONE, '--agent-cmd', 'touch done'])).code).toBe(0)
  })

  test('of a background loop: its slot is free again after clean', async () => {
    const here = background()
    const id = await here.begin('echo > ready; sleep 1000', '--max-loops', '1')
    await until(() => existsSync(join(here.path, 'ready')))
    damage(here, id, 2)
    expect((await here.cli(['abort', id])).code).toBe(0)
    expect(await loopsIn(here, 'status', id)).toMatchObject([{ status: expect.stringMatching(/aborted|tampered/) }])
    const next = await here.begin('touch done', '--max-loops', '1')
    await here.stands(next, 'verified')
  })
})

describe('snapshots', () => {
  test('of loops that ended long ago are deleted by clean, never of loops that can be resumed', async () => {
    const here = project({ 'a.txt': 'one\n' }, { git: true })
    const run = async (...more: readonly string[]): Promise<string> =>
      String((await here.cli(['run', TASK, '-c', DONE, '--json', ...more])).events[0]?.['loop'])
    const limited = await run('--agent-cmd', 'echo > x', '--max-iterations', '1')
    const verified = await run('--agent-cmd', 'touch done')
    const kept = (id: string): boolean => existsSync(loopPaths(layoutIn(here), id).snapshots)
    expect(await itemsOf(here)).toEqual([])
    expect((await here.cli(['clean', '--older-than', 'soon'])).code).toBe(2)
    const [item] = await itemsOf(here, '--older-than', '1ms')
    expect(item).toMatchObject({ kind: 'snapshots', loop_id: verified, done: false })
    expect([kept(verified), kept(limited)]).toEqual([true, true])
    expect(await itemsOf(here, '--older-than', '1ms', '--yes')).toMatchObject([{ loop_id: verified, done: true }])
    expect([kept(verified), kept(limited)]).toEqual([false, true])
    expect((await here.cli(['diff', verified])).code).toBe(2)
    expect((await here.cli(['receipt', verified])).code).toBe(0)
    expect((await here.cli(['resume', limited, '--max-iterations', '2', '-y'])).code).toBe(0)
  })
})
