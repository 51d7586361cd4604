import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apply } from '../src/loop/apply.ts'
import type { LoopEvent } from '../src/loop/events.ts'
import { layoutFor, loopPaths } from '../src/store/layout.ts'
import { openStore } from '../src/store/store.ts'
import { nodeDisk } from '../src/system/disk.ts'
import { identityOf } from '../src/system/process-table.ts'
import { specWith } from '../test/rig/loop-parts.ts'

/** What a loop's own bookkeeping costs an iteration: three saves and a prompt, with twenty failing tests. */
const ROUNDS = 40
const AT = [10, 1_000, 9_960]

const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
const tree = join(folder, 'tree')
mkdirSync(tree)
const self = identityOf(process.pid)
if (!self) throw new Error('no /proc')
const layout = layoutFor(join(folder, 'home'), tree, join(tree, '.aiwg/ralph'))
const complain = (message: string): void => console.error(message)
const ports = { disk: nodeDisk('private'), viewDisk: nodeDisk('shared'), self, onViewTrouble: complain, warn: complain }
const spec = { ...specWith({ iterations: 10_000 }), tree, workspace: tree }
const loop = await openStore(layout, ports).create(spec)
let state = loop.state

const at = spec.startedAt
const common = { loop: spec.id, at }
const failing = Array.from({ length: 20 }, (_, index) => `src/module/some-file.test.ts::group > behaves well #${index}`)
const missing = Array.from(
  { length: 55 },
  (_, index) => `line ${index} of what an agent is told about its failures`,
).join('\n')
const facts = {
  verdict: 'not_yet',
  missing,
  evidence: [
    {
      command: 'npm test',
      verified: false,
      exit_code: 1,
      error: null,
      may_be_brought: false,
      closed: true,
      duration_ms: 900,
      tests: { passed: 80, failed: 20, skipped: 0, total: 100 },
      failing,
      failing_count: 20,
      executed: null,
      measured: null,
    },
  ],
  findings: [],
  proof: null,
  duration_ms: 900,
} as const

const commit = async (event: LoopEvent): Promise<void> => {
  state = apply(state, event)
  await loop.save([event], state)
}

async function iterate(iteration: number): Promise<number> {
  const began = performance.now()
  await commit({ kind: 'turn-start', ...common, iteration })
  await loop.keepPrompt(iteration, missing)
  await commit({
    kind: 'turn-end',
    ...common,
    iteration,
    agent: 'agent',
    ended: 'claims-done',
    claims_done: true,
    exit_code: 0,
    error: null,
    answer: missing,
    tree: `${iteration}`,
    tree_changed: true,
    duration_ms: 1,
    session: null,
    usage: { tokens: 100, usd: 0.01 },
    retry_after_ms: null,
    tools: [],
    blocked: [],
  })
  await commit({ kind: 'check-end', ...common, iteration, ...facts, missing_key: `${iteration}` })
  return performance.now() - began
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

await commit({ kind: 'baseline-end', ...common, ...facts, missing_key: '0', tree: '0', sealed: null })
const { journal, directory, viewState, viewProgress, checkpoints } = loopPaths(layout, spec.id)
const bytes = (path: string): number => (existsSync(path) ? statSync(path).size : 0)
const newest = (): number => bytes(join(checkpoints, readdirSync(checkpoints).sort().at(-1) ?? ''))
let [times, written]: [number[], number] = [[], bytes(journal)]
for (let iteration = 1; iteration <= Math.max(...AT) + ROUNDS; iteration++) {
  if (AT.includes(iteration)) [times, written] = [[], bytes(journal)]
  times.push(await iterate(iteration))
  if (!AT.includes(iteration - ROUNDS + 1)) continue
  const line = (bytes(journal) - written) / times.length
  const sizes = `journal +${line.toFixed(0)} B an iteration, state ${bytes(viewState)} B, progress ${bytes(viewProgress)} B, checkpoint ${newest()} B`
  console.log(`iteration ${iteration}: ${median(times).toFixed(1)} ms of our own; ${sizes}`)
}
// Whoever takes it up reads all of it once.
await loop.close()
const began = performance.now()
await (await openStore(layout, ports).open(spec.id))?.close()
console.log(
  `taken up again: ${(performance.now() - began).toFixed(0)} ms; ${readdirSync(directory).length} names in its folder`,
)
console.log(`checkpoints kept: ${readdirSync(checkpoints).length}`)
rmSync(folder, { recursive: true, force: true })
