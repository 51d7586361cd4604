import { realpathSync } from 'node:fs'
import { describeAgent } from '../agents/config.ts'
import { provable } from '../check/completion/provable.ts'
import { commandsOf } from '../criteria/criterion.ts'
import type { LoopSpec } from '../loop/state.ts'
import { takeSeal } from '../proof/seal/take-seal.ts'
import type { RunRequest } from '../run/run-request.ts'
import type { Settings } from '../run/settings/load.ts'
import { specFor } from '../run/spec.ts'
import { formatDuration } from '../std/duration.ts'
import { layoutOf } from '../store/layout.ts'
import { sha256 } from '../system/blobs.ts'
import { treeOf } from '../system/tree.ts'
import type { CommandContext } from './command.ts'

const MORE_RUNS = '1 more if protected files changed, or if new files could affect existing tests'

/** How often the criterion runs again for a passing turn. */
const PROOF_RUNS: Readonly<Record<LoopSpec['proof'], string>> = {
  fast: `0; ${MORE_RUNS}`,
  standard: `2 (clean copy, canary); ${MORE_RUNS}; 1 more for fixes and features whose check passes at the start; 4 more if newly passing tests depend on chance or the clock; 1 more for each planted failure if the command stops at the first`,
  strict: `6 (clean copy, canary, then repeated until it passed six times in a row); ${MORE_RUNS}; 1 more if the check passes at the start; 1 more for each planted failure if the command stops at the first`,
}

export interface DryRun {
  readonly stateDirectory: string | null
  readonly where: 'here' | 'in the background' | 'in its own worktree'
  readonly config: Settings['config']
}

/** Shows what a loop would do. Runs nothing and writes nothing. */
export async function showDryRun(
  context: CommandContext,
  request: RunRequest,
  { stateDirectory, where, config }: DryRun,
): Promise<void> {
  const { cwd, env, json, out } = context
  const tree = treeOf(cwd)
  const spec = specFor(request, tree, cwd, env)
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
          ...(config.entries.length === 0 ? {} : { config: configDocument(config) }),
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
    `proof       ${spec.proof}: extra runs for a passing turn: ${PROOF_RUNS[spec.proof]}`,
    'Nothing was run.',
  ])
    out(line)
}

/** What the project's own configuration sets. */
const configDocument = ({ file, entries }: Settings['config']) => ({
  file,
  settings: entries.map(({ name, value, reason, used }) => ({
    name,
    value: JSON.parse(value) as unknown,
    needs_trust: reason,
    used,
  })),
})
