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
import { plural } from '../tools/reading/totals.ts'
import type { CommandContext } from './command.ts'
import { foldLines } from './view/fold-lines.ts'

const CHANGED_CHECKS = '1 more if protected files changed, or if new files could affect existing tests'
const STOPS_EARLY = '1 more for each planted failure if the command stops at the first failure'

/** How often the criterion runs again for a passing turn, and what adds runs. */
const PROOF_RUNS: Readonly<Record<LoopSpec['proof'], readonly string[]>> = {
  fast: ['no more runs of the check for a passing turn', CHANGED_CHECKS],
  standard: [
    '2 more runs of the check for a passing turn (clean copy, and a canary where one can be planted)',
    CHANGED_CHECKS,
    '1 more for fixes and features whose check passes at the start',
    '4 more if newly passing tests depend on chance or the clock',
    STOPS_EARLY,
  ],
  strict: [
    '6 more runs of the check for a passing turn (clean copy, a canary where one can be planted, then until it passed six times in a row)',
    CHANGED_CHECKS,
    '1 more if the check passes at the start',
    STOPS_EARLY,
  ],
}

export interface DryRun {
  readonly stateDirectory: string | null
  readonly where: 'here' | 'in the background' | 'in its own worktree'
  readonly config: Settings['config']
  /** The names of several agents that work at once. */
  readonly race?: readonly string[]
}

/** Shows what a loop would do. Runs nothing and writes nothing. */
export async function showDryRun(
  context: CommandContext,
  request: RunRequest,
  { stateDirectory, where, config, race = [] }: DryRun,
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
  const after = actionsAfter(request)
  const kinds = new Map<string, number>()
  for (const { kind } of seal.files) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  if (json) {
    const shown = {
      task: spec.task,
      where,
      done: spec.done,
      commands,
      agent: describeAgent(spec.agent),
      ...(race.length === 0 ? {} : { race }),
      ...(after.length === 0 ? {} : { after }),
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
  const lines = [
    `task        ${spec.task}`,
    `done means  ${spec.done}`,
    ...commands.map(command => `runs        ${command}`),
    race.length === 0 ? `agent       ${describeAgent(spec.agent)}` : `race        ${race.join(', ')}`,
    `where       ${where}`,
    ...(after.length === 0 ? [] : [`after       ${after.join(', ')}`]),
    `limits      ${spec.limits.iterations} turns, ${formatDuration(spec.limits.totalMs)}${spec.limits.usd === null ? '' : `, $${spec.limits.usd}`}`,
    `protected   ${plural(seal.files.length, 'file')}${kinds.size === 0 ? '' : `: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}`}`,
    ...PROOF_RUNS[spec.proof].map((runs, index) =>
      index === 0 ? `proof       ${spec.proof}: ${runs}` : `            ${runs}`,
    ),
    'Nothing was run.',
  ]
  for (const line of await foldLines(lines, context)) out(line)
}

/** What happens with the work. */
const actionsAfter = ({ after }: RunRequest): readonly string[] => [
  ...(after?.commit ? [after.commit === 'turn' ? 'commit after every turn' : 'commit when verified'] : []),
  ...(after?.push ? [`push to ${after.remote ?? 'the upstream'}`] : []),
  ...(after?.pr ? ['open a pull request'] : []),
]

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
