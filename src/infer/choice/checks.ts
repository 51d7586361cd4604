import type { Purpose } from '../../tools/commands/tool-commands.ts'
import type { Candidate } from '../evidence.ts'

/** One command with all its evidence. */
export interface Check {
  readonly command: string
  readonly purposes: readonly Purpose[]
  readonly main: Purpose
  readonly partial: boolean
  readonly folder: string
  readonly words: readonly string[]
  readonly includes: readonly string[]
  readonly sightings: readonly Candidate[]
  readonly score: number
}

/** Groups candidates by command. The layers that agree on one add up. */
export function checksOf(candidates: readonly Candidate[]): Check[] {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const key = keyOf(candidate.command)
    groups.set(key, [...(groups.get(key) ?? []), candidate])
  }
  return [...groups.values()].map(checkOf)
}

function checkOf(sightings: readonly Candidate[]): Check {
  const ranked = [...sightings].sort((a, b) => b.weight - a.weight)
  const best = ranked[0] as Candidate
  const byLayer = new Map<number, number>()
  for (const { layer, weight } of ranked)
    byLayer.set(layer, Math.max(byLayer.get(layer) ?? Number.NEGATIVE_INFINITY, weight))
  return {
    command: spelled(ranked),
    purposes: [...new Set(ranked.flatMap(({ purposes }) => purposes))],
    main: best.main,
    partial: ranked.every(({ partial }) => partial),
    folder: best.folder,
    words: [...new Set(ranked.flatMap(({ words }) => words))],
    includes: [...new Set(ranked.flatMap(({ includes }) => includes))],
    sightings: ranked,
    score: [...byLayer.values()].reduce((sum, weight) => sum + weight, 0),
  }
}

/** Of several spellings of one command, the one that the best source uses; a tie goes to the shorter. */
function spelled(ranked: readonly Candidate[]): string {
  const top = ranked[0]?.weight ?? 0
  return (
    ranked
      .filter(({ weight }) => weight === top)
      .map(({ command }) => command)
      .sort((a, b) => runsWithoutExecuteBit(b) - runsWithoutExecuteBit(a) || a.length - b.length)[0] ?? ''
  )
}

/** `bash scripts/test.sh` runs whether or not the file may be executed. */
const runsWithoutExecuteBit = (command: string): number => (/^(bash|sh) /.test(command) ? 1 : 0)

const NOISE =
  /\s(-v|-vv|-q|--verbose|--quiet|--silent|--color[= ]\S+|--no-progress|-B|--batch-mode|-ntp|--no-transfer-progress|--stacktrace|--no-daemon|--info|--locked|--frozen|--no-fail-fast|-race|-count=1|-j\S*|-i|--reporter[= ]\S+|--summary all|--show-diff-on-failure)(?=\s|$)/g

/** Two spellings with the same key check the same. */
export function keyOf(command: string): string {
  let key = command
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(bash|sh) (?=\S*\/)/, '')
    .replace(/^nix develop (\S+ )?(-c|--command) /, '')
    .replace(/^\.\/(?=(scripts?|bin|tests?)\/)/, '')
  for (let turn = 0; turn < 4; turn++) key = key.replace(NOISE, '')
  return key
    .replace(/^npm (run )?test\b/, 'npm run test')
    .replace(/^(pnpm|yarn) run /, '$1 ')
    .replace(/^melos run /, 'melos ')
    .replace(/^composer (run|run-script) /, 'composer ')
    .replace(/^python3 /, 'python ')
    .replace(/\bnox --sessions?[= ]/, 'nox -s ')
    .replace(/\btox run(?=\s|$)/, 'tox')
    .replace(/ -- --check$/, ' --check')
    .replace(/ -a$/, command.includes('pre-commit') ? ' --all-files' : ' -a')
    .trim()
}
