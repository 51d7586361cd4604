import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fastProject as project } from '../rig/in-process.ts'
import { installed, speaks } from '../rig/installed-agents.ts'
import { DONE, type Json, type Project } from '../rig/project.ts'

const CLAUDE = speaks('claude', 'echo done; touch done')
const CODEX = speaks('codex', 'echo done; touch done')
const loop = (...flags: readonly string[]): string[] => ['run', 'make the file', '-c', DONE, '--json', ...flags]
const agentsIn = (events: readonly Json[]): unknown[] =>
  events.filter(({ kind }) => kind === 'turn-end').map(({ agent }) => agent)

describe('who works', () => {
  test('the one that is named, by its own command', async () => {
    const at = project()
    const options = installed(at, { claude: CLAUDE, codex: CODEX })
    const end = await at.cli(loop('--agent', 'codex', '--model', 'gpt-5', '--permissions', 'full'), options)
    expect(end.code).toBe(0)
    expect(agentsIn(end.events)).toEqual(['codex'])
    expect(at.read(join(at.home, 'called')).trim()).toBe(
      'exec --json --skip-git-repo-check --model gpt-5 --dangerously-bypass-approvals-and-sandbox -',
    )
  })

  test('auto: the first of the table that is there, and it is said', async () => {
    const at = project()
    const end = await at.cli(loop('--agent', 'auto'), installed(at, { codex: CODEX }))
    expect(end.code).toBe(0)
    expect(end.err).toContain('using the agent codex')
  })

  test('nobody named: the only one that is installed', async () => {
    const at = project()
    const end = await at.cli(loop(), installed(at, { claude: CLAUDE }))
    expect(end.code).toBe(0)
    expect(end.err).toContain('using the agent claude, the only one installed')
  })

  test.each([
    ['several', { claude: CLAUDE, codex: CODEX }, 'several are installed: claude, codex'],
    ['none', {}, 'no known agent is installed'],
  ])('nobody named and %s installed: exit 7, and no loop', async (_, programs, message) => {
    const at = project()
    const end = await at.cli(loop(), installed(at, programs))
    expect(end.code).toBe(7)
    expect(end.out).toContain(message)
  })

  test('one of the configuration, which also changes ours', async () => {
    const at = project({
      'agent-loop.config.json': JSON.stringify({
        agent: 'mine',
        agents: {
          mine: { program: 'my-agent', speaks: 'codex', headless: ['go'] },
          claude: { args: ['--max-turns', '9'] },
        },
      }),
    })
    const options = installed(at, { 'my-agent': CODEX, claude: CLAUDE })
    const end = await at.cli(loop('--trust-config'), options)
    expect(agentsIn(end.events)).toEqual(['mine'])
    expect(at.read(join(at.home, 'called')).trim()).toBe('go')
    const [listed] = (await at.cli(['agents', '--json'], options)).events
    expect(listed?.['agents']).toContainEqual(
      expect.objectContaining({ name: 'claude', command: expect.stringContaining('--max-turns 9') }),
    )
  })

  test('a mistake in the configuration is told with its place: exit 2', async () => {
    const at = project({ 'agent-loop.config.json': JSON.stringify({ agents: { claude: { speaks: 'morse' } } }) })
    const end = await at.cli(loop('--agent', 'claude'))
    expect(end.code).toBe(2)
    expect(end.out).toContain('agents.claude.speaks')
  })
})

test('agents lists who is here, its version and how it would be called', async () => {
  const at = project()
  const options = installed(at, { claude: CLAUDE, codex: CODEX })
  const [listed] = (await at.cli(['agents', '--json'], options)).events
  expect(listed?.['agents']).toContainEqual({
    name: 'codex',
    installed: true,
    version: '1.2.3',
    command: 'codex exec --json --skip-git-repo-check --sandbox workspace-write -',
    speaks: ['codex', 'acp'],
  })
  expect(listed?.['agents']).toContainEqual(expect.objectContaining({ name: 'goose', installed: false, version: null }))
  const { out } = await at.cli(['agents'], options)
  expect(out).toMatch(/^claude +1\.2\.3 +claude, acp +claude -p/m)
  expect(out).toContain('not installed: gemini')
})

describe('limits', () => {
  const OVER = `echo '{"type":"turn.failed","error":{"message":"last status: 429, try again in 2h"}}'; exit 1`

  test('the next agent goes on when the first has reached its limit, and the turn is not counted twice', async () => {
    const at = project()
    const options = installed(at, { codex: OVER, claude: CLAUDE })
    const end = await at.cli(loop('--agent', 'codex,claude', '--max-iterations', '1'), options)
    expect(end.code).toBe(0)
    expect(agentsIn(end.events)).toEqual(['codex', 'claude'])
    expect(end.events.filter(({ kind }) => kind === 'wait')).toMatchObject([
      { agent: 'codex', wait_ms: 0, iteration: 1 },
    ])
  })

  test('all have reached theirs: the loop waits for the first that is free again, or pauses', async () => {
    const at = project()
    const soon = OVER.replace('2h', '1h')
    const options = installed(at, { codex: OVER, codex2: soon })
    const config = { agents: { second: { program: 'codex2', speaks: 'codex' } } }
    at.write('agent-loop.config.json', JSON.stringify(config))
    const end = await at.cli(loop('--agent', 'codex,second', '--max-wait', '10m', '--trust-config'), options)
    expect(end.code).toBe(9)
    expect(String(end.events.at(-1)?.['because'] ?? end.out)).toContain('the remaining wait of 1h')
  })

  describe('one for hours, the other for seconds', () => {
    const CLAUDE_OVER = `echo claude >> "$HOME/asked"; echo '${JSON.stringify({
      type: 'result',
      is_error: true,
      api_error_status: 429,
      result: 'Please retry in 7200s.',
    })}'; exit 1`
    const SOON = `echo codex >> "$HOME/asked"; [ -e "$HOME/once" ] || { touch "$HOME/once"; ${OVER.replace('2h', '3s')}; }\n${CODEX}`
    const chain = (wait: string): string[] => loop('--agent', 'claude,codex', '--max-wait', wait)
    const asked = (at: Project): string => readFileSync(join(at.home, 'asked'), 'utf8').replaceAll('\n', ' ')

    test('the seconds are waited for, and seen; the turn keeps its number', async () => {
      const at = project()
      const end = await at.cli(chain('1m'), installed(at, { claude: CLAUDE_OVER, codex: SOON }))
      expect(end.code).toBe(0)
      const [first, second] = end.events.filter(({ kind }) => kind === 'wait')
      expect(first).toMatchObject({ agent: 'claude', wait_ms: 0, iteration: 1 })
      expect(second).toMatchObject({ agent: 'codex', iteration: 1 })
      expect(second?.['wait_ms']).toBeGreaterThan(0)
      expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 1 })
      expect(asked(at)).toBe('claude codex codex ')
    })

    test('a loop that paused for them goes on with whoever is free, and asks nobody whose limit lasts', async () => {
      const at = project()
      const options = installed(at, { claude: CLAUDE_OVER, codex: SOON })
      const paused = await at.cli(chain('1s'), options)
      expect(paused.code).toBe(9)
      const resumed = await at.cli(['resume', String(paused.events[0]?.['loop']), '--json'], options)
      expect(resumed.code).toBe(0)
      expect(agentsIn(resumed.events)).toEqual(['codex'])
      expect(asked(at)).toBe('claude codex codex ')
    })
  })

  test.each([
    ['codex', [], 2],
    ['codex', ['--model', 'no-such-model'], 2],
    ['codex', ['--model', 'gpt-5'], 0],
    ['claude', [], 0],
  ])('%s %j with a limit on the cost: exit %i', async (name, flags, code) => {
    const at = project()
    const end = await at.cli(
      loop('--agent', name, ...flags, '--max-cost', '5'),
      installed(at, { claude: CLAUDE, codex: CODEX }),
    )
    expect(end.code).toBe(code)
    if (code !== 0) expect(end.out).toContain('does not report its cost')
  })
})
