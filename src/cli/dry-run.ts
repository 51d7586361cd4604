import { realpathSync } from 'node:fs'
import { describeAgent } from '../agents/config.ts'
import { provable } from '../check/completion/provable.ts'
import { commandsOf } from '../criteria/criterion.ts'
import type { LoopSpec } from '../loop/state.ts'
import { takeSeal } from '../proof/seal/take-seal.ts'
import { type RunRequest, specFor } from '../run/spec.ts'
import { formatDuration } from '../std/duration.ts'
import { layoutOf } from '../store/layout.ts'
import { sha256 } from '../system/blobs.ts'
import { treeOf } from '../system/tree.ts'
import type { CommandContext } from './command.ts'

const MORE_RUNS = '1 more if protected files changed or new files stand among the tests that old ones could meet'

/** How often the criterion is run for a green turn, the turn's own run left out. */
const PROOF_RUNS: Readonly<Record<LoopSpec['proof'], string>> = {
  fast: `0; ${MORE_RUNS}`,
  standard: `2 (room, canary); ${MORE_RUNS}; 1 more for fixes and features that start green; 4 more where what turned green depends on chance or the clock; 1 more for each planted failure if the command stops at the first`,
  strict: `6 (room, canary, until six greens in a row); ${MORE_RUNS}; 1 more if it starts green; 1 more for each planted failure if the command stops at the first`,
}

export interface DryRun {
  readonly stateDirectory: string | null
  readonly where: 'here' | 'in the background'
}

/** What a loop would do, without doing any of it: nothing is run, and nothing is written. */
export async function showDryRun(
  context: CommandContext,
  request: RunRequest,
  { stateDirectory, where }: DryRun,
): Promise<void> {
  const { cwd, env, json, out } = context
  const tree = treeOf(cwd)
  const spec = specFor(request, tree, cwd)
  const criterion = provable(spec.check)
  const commands = criterion === null ? [] : commandsOf(criterion)
  const seal = await takeSeal({
    tree,
    workspace: realpathSync(cwd),
    commands,
    testFiles: [],
    home: env['HOME'] ?? '/',
    env,
    blobs: { put: sha256, get: () => null },
    ours: layoutOf(env, tree, stateDirectory).view,
  })
  const kinds = new Map<string, number>()
  for (const { kind } of seal.files) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  if (json) {
    const shown = {
      task: spec.task,
      where,
      done: spec.done,
      commands,
      agent: describeAgent(spec.agent),
      limits: spec.limits,
      proof: spec.proof,
    }
    out(
      JSON.stringify({
        dry_run: {
          ...shown,
          expect_now: spec.expectNow,
          sealed: Object.fromEntries(kinds),
          proof_runs: PROOF_RUNS[spec.proof],
        },
      }),
    )
    return
  }
  for (const line of [
    `task        ${spec.task}`,
    `done means  ${spec.done}`,
    ...commands.map(command => `runs        ${command}`),
    `agent       ${describeAgent(spec.agent)}`,
    `where       ${where}`,
    `limits      ${spec.limits.iterations} turns, ${formatDuration(spec.limits.totalMs)}${spec.limits.usd === null ? '' : `, $${spec.limits.usd}`}`,
    `sealed      ${seal.files.length} files: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}`,
    `proof       ${spec.proof}: runs for a green turn: ${PROOF_RUNS[spec.proof]}`,
    'Nothing was run and nothing was started.',
  ])
    out(line)
}
