import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Case } from '../cheats/case.ts'
import { CASES } from '../cheats/cases/all.ts'
import { type Played, playOurs, type Runs } from '../cheats/play.ts'
import { environment, isLight, makeStage, missingFor, type Sources, strike } from '../cheats/stage.ts'

export { environment }

/** Cheats that different rules refuse, and honest changes. Their projects need no installed packages, which do not travel. */
const IDS = [
  ...['C01', 'C10', 'C20', 'X330', 'X146', 'X143', 'X42', 'X153', 'X11', 'X161', 'X200', 'C05b', 'X310', 'X320', 'N01'],
  ...['H01-node', 'H17', 'H20', 'H22', 'H14'],
]

export interface Verdict {
  readonly id: string
  readonly name: string
  readonly kind: Case['kind']
  readonly here: string
  readonly inFleet: string
}

/** Waits for the end of a loop of the fleet; resolves to its journal. */
export type Journal = (loop: string) => Promise<string>

/** Plays each case on this machine and in the fleet. */
export async function compareVerdicts(sources: Sources, url: string, journal: Journal): Promise<readonly Verdict[]> {
  const cases = IDS.flatMap(id => CASES.filter(one => one.id === id))
  const usable = cases.filter(one => isLight(one) && one.git !== false && missingFor(one, sources).length === 0)
  const found: Verdict[] = []
  for (const one of usable) {
    const here = await played(one, sources)
    const inFleet = await played(one, sources, submitted(sources, url, journal))
    found.push({ id: one.id, name: one.name, kind: one.kind, here: wordsOf(here), inFleet: wordsOf(inFleet) })
  }
  return found
}

async function played(one: Case, sources: Sources, runs?: Runs): Promise<Played> {
  const stage = makeStage(one, sources)
  try {
    return await playOurs(one, stage, sources, runs)
  } finally {
    strike(stage)
  }
}

const wordsOf = ({ status, rules }: Played): string => [status, ...new Set(rules.toSorted())].join(' ')

/** The same command line, but for `start` instead of `run`. */
const submitted =
  ({ repository }: Sources, url: string, journal: Journal): Runs =>
  async ([, ...args], { project, folder, env }) => {
    const git = (...words: readonly string[]): unknown => execFileSync('git', [...words], { cwd: project, env })
    git('init', '-q', '--bare', join(folder, 'remote.git'))
    git('remote', 'add', 'origin', join(folder, 'remote.git'))
    const line = [join(repository, 'dist/cli.cjs'), 'start', ...args]
    const asked = { cwd: project, env: { ...env, AGENT_LOOP_FLEET: url }, stdio: 'pipe' } as const
    const { loop_id } = JSON.parse(execFileSync(process.execPath, line, asked).toString()) as { loop_id: string }
    return { code: 0, out: await journal(loop_id), err: '' }
  }
