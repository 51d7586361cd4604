import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Agent, AgentPorts, Turn, TurnRequest } from '../../src/agents/agent.ts'
import { newNonce, nodeShell } from '../../src/system/shell.ts'
import { isRunning } from '../rig/project.ts'

/** What an agent of any make can do in a turn, good and bad. */
export const BEHAVIOURS = {
  'claims done': 'says "all done" and ends well',
  asks: 'ends with the question "Shall I go on?"',
  'wants more': 'ends well without the claim that it is done',
  fails: 'ends badly, with exit code 3',
  'cannot be run': 'is not installed',
  'is killed': 'is killed by the system',
  hangs: 'runs test/programs/family.sh, and waits for ever',
  'leaves some': 'runs test/programs/family.sh, and ends well',
  floods: 'prints what test/programs/floods.mjs prints',
  'odd bytes': 'prints what test/programs/odd-bytes.mjs prints',
  'closes its input': 'does not read the prompt: test/programs/closes-stdin.mjs',
  'reads its input': 'prints the SHA-256 of the prompt as it came on standard input',
  'reads the variable': 'prints the SHA-256 of the file that AGENT_LOOP_PROMPT_FILE names',
  'reads the placeholder': 'prints the SHA-256 of the file that {prompt_file} names',
  'tells its loop': 'prints AGENT_LOOP_ID',
  counts: 'prints "line 1" to "line 2000"',
} as const

export type Behaviour = keyof typeof BEHAVIOURS

export interface AdapterUnderTest<How> {
  /** How this adapter is made to show each behaviour; null for what cannot happen with it. */
  readonly shows: Readonly<Record<Behaviour, How | null>>
  /** `folder` is the test's own, for whatever has to stand in a file. */
  make(how: How, ports: AgentPorts, folder: string): Agent | Promise<Agent>
}

/** What every adapter promises, whoever's agent is behind it. */
export function agentConformance<How>(name: string, adapter: AdapterUnderTest<How>): void {
  const can = (behaviour: Behaviour) => test.runIf(adapter.shows[behaviour] !== null)
  const stage = (behaviour: Behaviour): Promise<Stage> => staged(adapter, behaviour)

  describe(`${name}: how a turn ends`, () => {
    const ends: readonly [Behaviour, Partial<Turn>][] = [
      ['claims done', { ended: 'claims-done', error: null }],
      ['asks', { ended: 'asks', error: null }],
      ['wants more', { ended: 'wants-more', error: null }],
      ['fails', { ended: 'failed', exitCode: 3, error: expect.stringContaining('3') }],
      ['cannot be run', { ended: 'unusable', error: expect.stringMatching(/\S/) }],
      ['is killed', { ended: 'failed', error: expect.stringMatching(/\S/) }],
    ]
    for (const [behaviour, turn] of ends)
      can(behaviour)(`one that ${BEHAVIOURS[behaviour]}`, async () => {
        expect(await (await stage(behaviour)).turn()).toMatchObject(turn)
      })

    can('claims done')('the answer is what was said', async () => {
      expect((await (await stage('claims done')).turn()).answer.trim()).toBe('all done')
    })

    can('tells its loop')('one whose folder is not there is no good, and rejects nothing', async () => {
      const { ended, error } = await (await stage('tells its loop')).turn({ workspace: '/no/such/folder' })
      expect(['failed', 'unusable']).toContain(ended)
      expect(error).toContain('/no/such/folder')
    })

    can('hangs')('one that was stopped before it began', async () => {
      const { turn } = await stage('hangs')
      expect(await turn({ signal: AbortSignal.abort() })).toMatchObject({ ended: 'aborted' })
    })
  })

  describe(`${name}: nothing survives its turn`, () => {
    can('hangs')('when it takes too long', async () => {
      const { turn, heard } = await stage('hangs')
      expect(await turn({ timeoutMs: 1_500 })).toMatchObject({
        ended: 'failed',
        error: expect.stringContaining('longer'),
      })
      expect(pidsIn(heard()).filter(isRunning)).toEqual([])
    })

    can('hangs')('when it is stopped', async () => {
      const { turn, heard } = await stage('hangs')
      const stop = new AbortController()
      const onText = (): void => {
        if (heard().includes('ready')) stop.abort()
      }
      expect(await turn({ signal: stop.signal, onText })).toMatchObject({ ended: 'aborted' })
      expect(pidsIn(heard())).toHaveLength(4)
      expect(pidsIn(heard()).filter(isRunning)).toEqual([])
    })

    can('leaves some')('when it ended by itself', async () => {
      const { turn, heard } = await stage('leaves some')
      expect(await turn()).toMatchObject({ ended: 'claims-done' })
      expect(pidsIn(heard())).toHaveLength(4)
      expect(pidsIn(heard()).filter(isRunning)).toEqual([])
    })
  })

  describe(`${name}: what it says`, () => {
    can('floods')('twenty megabytes pass through, and little is kept', async () => {
      const { turn } = await stage('floods')
      const before = kept()
      let [seen, most] = [0, 0]
      const end = await turn({
        quiet: true,
        onText: text => {
          const step = Math.floor(seen / STEP) !== Math.floor((seen + text.length) / STEP)
          seen += text.length
          if (step) most = Math.max(most, kept() - before)
        },
      })
      expect(seen).toBeGreaterThanOrEqual(20 * MEGABYTE)
      expect(most).toBeLessThan(12 * MEGABYTE)
      expect(end.answer.length).toBeLessThanOrEqual(64 * 1024)
      expect(end.answer.trimEnd().endsWith('the last words')).toBe(true)
    })

    can('odd bytes')('what is no text is marked, and no character is torn', async () => {
      const { turn, heard } = await stage('odd bytes')
      expect((await turn()).answer).toContain('\u00e9 \u{1f389}')
      expect(heard()).toContain('\ufffd\ufffd\n\u00e9 \u{1f389}')
    })

    can('counts')('comes in the order in which it was said', async () => {
      const { turn, heard } = await stage('counts')
      await turn()
      const numbers = [...heard().matchAll(/^line (\d+)$/gm)].map(([, number]) => Number(number))
      expect(numbers).toEqual(Array.from({ length: 2_000 }, (_, index) => index + 1))
    })
  })

  describe(`${name}: what it is told`, () => {
    const long = `${'a long prompt \u00e9\n'.repeat(330_000)}the end`
    for (const behaviour of ['reads its input', 'reads the variable', 'reads the placeholder'] as const)
      can(behaviour)(`five megabytes of prompt: ${behaviour}`, async () => {
        const { turn, heard } = await stage(behaviour)
        expect(await turn({ prompt: long })).toMatchObject({ ended: 'claims-done' })
        expect(heard()).toContain(createHash('sha256').update(long).digest('hex'))
      })

    can('closes its input')('a prompt that it does not read is no trouble', async () => {
      const { turn, heard } = await stage('closes its input')
      expect(await turn({ prompt: long })).toMatchObject({ ended: 'claims-done' })
      expect(heard()).toContain('not interested')
    })

    can('tells its loop')('the loop that it works for', async () => {
      const { turn, heard } = await stage('tells its loop')
      await turn()
      expect(heard()).toContain('ralph-conformance-00000001')
    })
  })
}

interface Stage {
  turn(request?: Partial<TurnRequest> & { readonly quiet?: boolean }): Promise<Turn>
  /** All that was said so far. */
  heard(): string
}

async function staged<How>({ shows, make }: AdapterUnderTest<How>, behaviour: Behaviour): Promise<Stage> {
  const how = shows[behaviour]
  if (how === null) throw new Error(`${behaviour} cannot be shown`)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-conformance-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, 'work')
  mkdirSync(workspace)
  // Paths are given by others, so the adapter must not trip over them.
  const promptFile = join(folder, "the agent's prompt.md")
  const agent = await make(how, { shell: nodeShell, env: process.env, nonce: newNonce() }, folder)
  let said = ''
  return {
    heard: () => said,
    turn({ quiet, onText, ...request } = {}) {
      const prompt = request.prompt ?? 'do the task'
      writeFileSync(promptFile, prompt)
      return agent.turn({
        loop: 'ralph-conformance-00000001',
        iteration: 1,
        prompt,
        promptFile,
        workspace,
        variables: { AGENT_LOOP_ID: 'ralph-conformance-00000001', AGENT_LOOP_PROMPT_FILE: promptFile },
        session: null,
        timeoutMs: 50_000,
        signal: new AbortController().signal,
        ...request,
        onText: text => {
          if (!quiet) said += text
          onText?.(text)
        },
      })
    },
  }
}

const MEGABYTE = 1024 * 1024
const STEP = 5 * MEGABYTE
const pidsIn = (text: string): number[] => [...text.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is still held after everything that is not held was thrown away. */
function kept(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
