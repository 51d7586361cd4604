import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { impliedOnly, runsTool } from './check-facts.ts'
import type { Check } from './checks.ts'
import { ranked, type TaskPreference } from './rank.ts'

export interface Pick {
  readonly purpose: Purpose
  /** Best first; never empty. */
  readonly options: readonly Check[]
  readonly score: number
}

const FALLBACKS: Readonly<Record<Purpose, readonly Purpose[]>> = {
  test: [],
  lint: ['format'],
  format: ['lint'],
  types: [],
  build: [],
  coverage: [],
  docs: [],
}

/** The commands that would prove a purpose, best first; null when the project has none. */
export function pick(checks: readonly Check[], purpose: Purpose, preference: TaskPreference): Pick | null {
  return (
    byTool(checks, purpose, preference) ??
    byPurpose(withNamedTool(checks, purpose, preference) ?? checks, purpose, preference)
  )
}

const LOOKS = /^(lint|format|types)$/

/** "the prettier check is red", in a project that also lints: only what runs the named tool can be meant. Null when nothing runs it. */
function withNamedTool(checks: readonly Check[], purpose: Purpose, { tool }: TaskPreference): readonly Check[] | null {
  if (tool === null || !LOOKS.test(purpose)) return null
  const looking = checks.filter(check => LOOKS.test(check.main) && check.folder === '' && !check.partial)
  const running = looking.filter(check => runsTool(check, tool))
  // A target that somebody wrote may run it in a way that we cannot read.
  const isGuess = running.every(impliedOnly) && looking.some(check => check.main !== 'types' && !impliedOnly(check))
  return running.length === 0 || isGuess ? null : running
}

/** "markdownlint complains", where the linter is a check of the documents: the tool that the task names decides. */
function byTool(checks: readonly Check[], purpose: Purpose, preference: TaskPreference): Pick | null {
  const { tool } = preference
  if (tool === null || checks.some(check => check.main === purpose && runsTool(check, tool))) return null
  const options = checks
    .filter(check => check.main === 'docs' && !check.partial && check.folder === '' && runsTool(check, tool))
    .sort((a, b) => b.score - a.score)
  const [best] = options
  return best === undefined ? null : { purpose, options, score: best.score }
}

function byPurpose(checks: readonly Check[], purpose: Purpose, preference: TaskPreference): Pick | null {
  for (const wanted of [purpose, ...FALLBACKS[purpose]]) {
    const options = ranked(checks, wanted, preference)
    const best = options[0]
    if (
      best !== undefined &&
      wanted === purpose &&
      impliedOnly(best.check) &&
      !(preference.tool !== null && runsTool(best.check, preference.tool)) &&
      FALLBACKS[purpose].some(other =>
        ranked(checks, other, preference)[0]?.check.sightings.some(({ layer }) => layer !== 3),
      )
    )
      continue
    if (best !== undefined && wanted === 'build' && best.check.main !== 'build') {
      const part = documentedPart(checks, wanted)
      if (part !== undefined)
        return { purpose, options: [part, ...options.map(({ check }) => check)], score: part.score }
    }
    if (best !== undefined) return { purpose, options: options.map(({ check }) => check), score: best.check.score }
  }
  if (purpose === 'coverage') return measuringPart(checks)
  return purpose === 'test' ? unionOfParts(checks) : null
}

/** Where only a bundle builds along the way, a build that documents or CI name is what "the build" means. */
const documentedPart = (checks: readonly Check[], purpose: Purpose): Check | undefined =>
  checks
    .filter(
      ({ main, partial, folder, sightings }) =>
        main === purpose &&
        partial &&
        folder === '' &&
        sightings.some(({ layer, weight }) => layer !== 3 && weight >= 38),
    )
    .sort((a, b) => b.score - a.score)[0]

/** A run with an option that measures is a part only by its option. */
function measuringPart(checks: readonly Check[]): Pick | null {
  const [best] = checks
    .filter(({ main, partial, folder }) => main === 'coverage' && partial && folder === '')
    .sort((a, b) => b.score - a.score)
  return best === undefined ? null : { purpose: 'coverage', options: [best], score: best.score }
}

/** Only `test:unit` and `test:integration`: together they are the suite. */
function unionOfParts(checks: readonly Check[]): Pick | null {
  const parts = checks.filter(
    ({ main, partial, folder, sightings }) =>
      main === 'test' &&
      partial &&
      folder === '' &&
      sightings.some(
        ({ layer, source }) =>
          layer === 3 && /package\.json|composer\.json|[Mm]akefile|[Jj]ustfile|[Tt]askfile|deno\.json/.test(source),
      ),
  )
  const first = parts[0]
  if (first === undefined) return null
  const chosen = parts.slice(0, 4)
  const joined: Check = {
    ...first,
    command: chosen.map(({ command }) => command).join(' && '),
    partial: false,
    sightings: chosen.flatMap(({ sightings }) => sightings),
    includes: chosen.map(({ command }) => command),
  }
  return { purpose: 'test', options: [joined], score: first.score }
}
