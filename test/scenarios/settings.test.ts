import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import { DONE, type Json } from '../rig/project.ts'

const ID = 'ralph-none-00000000'

describe('a command refuses a flag that it does not use, and says which command takes it', () => {
  const adopt = ['adopt', 'x', '-c', DONE]
  test.each([
    [[...adopt, '--worktree'], 'adopt does not take --worktree. It is a flag of run and start.'],
    [[...adopt, '--external'], 'adopt does not take --external. It is a flag of run, start, and resume.'],
    [[...adopt, '--max-loops', '2'], 'adopt does not take --max-loops.'],
    [[...adopt, '--agent', 'claude'], 'adopt does not take --agent.'],
    [[...adopt, '--agent-cmd', 'true'], 'adopt does not take --agent-cmd.'],
    [[...adopt, '--model', 'm'], 'adopt does not take --model.'],
    [[...adopt, '--permissions', 'full'], 'adopt does not take --permissions.'],
    [[...adopt, '--dry-run'], 'adopt does not take --dry-run.'],
    [['adopt', '--resume', ID, '-c', DONE], 'adopt --resume does not take --completion'],
    [['adopt', 'x', '--resume', ID], 'adopt --resume does not take a task'],
    [['verify', 'true', '--proof', 'fast'], 'verify does not take --proof.'],
    [['resume', ID, '-c', 'true'], 'resume does not take -c.'],
    [['merge', ID, '--proof', 'strict'], 'merge does not take --proof.'],
    [['status', '--worktree'], 'status does not take --worktree.'],
    [['receipt', ID, '--run'], 'receipt <loop-id> does not take --run. receipt verify does.'],
    [['reflections', 'show', '-y'], 'reflections show does not take --yes. reflections clear does.'],
  ])('%j', async (args, says) => {
    const end = await project().cli(args)
    expect(end.err).toContain(says)
    expect(end.err.trim().split('\n')).toHaveLength(2)
    expect(end.code).toBe(2)
    expect(end.out).toBe('')
  })
})

describe('one setting, from wherever it comes', () => {
  const run = ['run', 'x', '-c', DONE, '--agent-cmd', 'touch done', '--json']
  const asked = async (flags: readonly string[], env = {}, config: unknown = {}): Promise<Json> => {
    const { cli } = project({ 'agent-loop.config.json': JSON.stringify(config) })
    const { events } = await cli([...run, '--trust-config', ...flags], { env })
    return (events[0] as { spec: Json }).spec
  }

  test('flag, environment, and configuration ask for the same loop', async () => {
    const same = { mayChange: ['a', 'b'], proof: 'fast', restore: true, limits: { turnMs: 90_000, tokens: null } }
    const byFlag = ['--may-change', 'a', '--may-change', 'b', '--proof', 'fast', '--restore', '--turn-timeout', '90s']
    const byVariable = {
      AGENT_LOOP_MAY_CHANGE: 'a\nb',
      AGENT_LOOP_PROOF: 'fast',
      AGENT_LOOP_RESTORE: 'true',
      AGENT_LOOP_TURN_TIMEOUT: '90s',
    }
    const byKey = { 'may-change': ['a', 'b'], proof: 'fast', restore: true, 'turn-timeout': '90s' }
    expect(await asked(byFlag)).toMatchObject(same)
    expect(await asked([], byVariable)).toMatchObject(same)
    expect(await asked([], {}, byKey)).toMatchObject(same)
  })

  test('a flag wins over another way to say the same in the configuration', async () => {
    expect(await asked([], {}, { agent: 'nobody' })).toMatchObject({ agent: { kind: 'command' } })
    const both = project({ 'agent-loop.config.json': '{ "agent": "claude", "agent-cmd": "true" }' })
    const end = await both.cli(['run', 'x', '-c', DONE])
    expect(end.code).toBe(2)
    expect(end.err).toContain('--agent and --agent-cmd cannot be given together')
  })

  test('what is about one call is no key of the configuration', async () => {
    const end = await project({ 'agent-loop.config.json': '{ "dry-run": true }' }).cli(run)
    expect(end.code).toBe(2)
    expect(end.out).toContain('unknown setting')
  })
})
