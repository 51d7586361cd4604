import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { words } from '../../tools/shell/shell-text.ts'
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
  const families = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const family = familyOf(candidate)
    families.set(family, [...(families.get(family) ?? []), candidate])
  }
  return [...groups].map(([key, own]) => {
    const relatives = own.flatMap(one => families.get(familyOf(one)) ?? []).filter(one => keyOf(one.command) !== key)
    return checkOf(own, relatives)
  })
}

/** Evidence for another form of the same command counts almost as much. */
const OTHER_FORM = 8

function checkOf(own: readonly Candidate[], relatives: readonly Candidate[]): Check {
  const ranked = [...own].sort((a, b) => b.weight - a.weight)
  const best = ranked[0] as Candidate
  const borrowed = [...new Set(relatives)]
    .map(one => ({ ...one, weight: one.weight - OTHER_FORM }))
    .sort((a, b) => b.weight - a.weight)
  const byLayer = new Map<number, number>()
  for (const { layer, weight } of [...ranked, ...borrowed])
    byLayer.set(layer, Math.max(byLayer.get(layer) ?? Number.NEGATIVE_INFINITY, weight))
  return {
    command: spelled(ranked),
    purposes: [...new Set(ranked.flatMap(({ purposes }) => purposes))],
    main: best.main,
    partial: ranked.every(({ partial }) => partial),
    folder: best.folder,
    words: [...new Set(ranked.flatMap(({ words }) => words))],
    includes: [...new Set(ranked.flatMap(({ includes }) => includes))],
    sightings: [...ranked, ...borrowed],
    score: [...byLayer.values()].reduce((sum, weight) => sum + weight, 0),
  }
}

/** CI runs it, in this form, in a job for every change. */
export const isRunByCi = ({ command, sightings }: Check): boolean =>
  sightings.some(one => one.layer === 4 && one.weight >= 40 && keyOf(one.command) === keyOf(command))

/** Flags that say what is checked, and so make it another command. */
const TELLING =
  /^(-[espCmFt]|-pl|--(env|session|package|features|target|project|workspace|all|all-features|no-default-features|all-targets|manifest-path|filter|check|dry-run|diff|cov\S*|cover\S*|config|tests?|lib|doc|bins|examples|release|noEmit|build))(=|$)/

/** One command in all its forms: with variables, other flags, or another path to the same program. */
function familyOf({ command, main, partial, folder, purposes }: Candidate): string {
  const bare = unwrap(command.replace(/^gmake\b/, 'make')).replace(/^(\.\/)?(bin|script|vendor\/bin)\//, '')
  const told = words(bare).filter(word => !/^[A-Z_]+=/.test(word) && (!word.startsWith('-') || TELLING.test(word)))
  const text = told.map(word => word.replace(/\/$/, '')).join(' ')
  return [main, partial, folder, purposes.includes('coverage'), text].join('\0')
}

/** How much stands in a command beside what it runs: variables and flags that somebody needed for a machine. */
export const extras = (command: string): number => words(command).filter(word => /^-|^[A-Za-z_]\w*=/.test(word)).length

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
