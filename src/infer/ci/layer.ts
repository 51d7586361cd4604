import type { ScriptBook } from '../../tools/commands/script-book.ts'
import { withoutMeasuring } from '../../tools/commands/twins.ts'
import { exists, type Project } from '../../tools/manifests/project.ts'
import { pieces } from '../../tools/shell/shell-text.ts'
import { candidateOf } from '../candidates.ts'
import { ownProgram, purposeInWords } from '../documents/words.ts'
import type { Candidate } from '../evidence.ts'
import { CI_WEIGHT, type CiStep } from './ci-step.ts'
import { actionsSteps } from './github.ts'
import { bazelSteps, circleSteps, gitlabSteps, jenkinsSteps, plainSteps } from './other-systems.ts'

/** Layer 4. What CI verifies is the team's own definition of "passes". */
export function ciLayer(project: Project, bookOf: (folder: string) => ScriptBook): Candidate[] {
  const found = ciSteps(project).flatMap(step => {
    const book = bookOf(step.folder)
    return wholeOrParts(step.command).flatMap(({ command, folder }) => {
      const place = folder === '' ? step.folder : step.folder === '' ? folder : `${step.folder}/${folder}`
      if (place !== '' && !exists(project, place)) return []
      const label = step.label ?? ''
      const sighted = (line: string, weight = step.weight): Candidate | null =>
        candidateOf(line, folder === '' ? book : bookOf(place), {
          layer: 4,
          source: step.source,
          line: step.line,
          weight,
          folder: place,
          context: step.context,
          purpose: RUNS.test(label) && (ownProgram(line, project) || MAKES.test(line)) ? purposeInWords(label) : null,
        })
      const plain = withoutMeasuring(command)
      return [sighted(command), plain === command ? null : sighted(plain, step.weight - OTHER_FORM)].filter(
        found => found !== null,
      )
    })
  })
  return [...found, ...ofSiblings(found, project)]
}

/** A form that CI does not run counts less than one that it does. */
const OTHER_FORM = 20

/** The tool of a line that ends in folders; null for other lines. `mypy --strict src` and `mypy docs tests` are two runs of one tool. */
function toolWithFolders(command: string, project: Project): string | null {
  const said = command.split(/\s+/)
  const first = said.findIndex((_, at) =>
    said.slice(at).every(word => project.tree.has(word.replace(/^\.\/|\/$/g, ''))),
  )
  return first < 1
    ? null
    : said
        .slice(0, first)
        .filter(word => !word.startsWith('-'))
        .join(' ')
}

/** CI runs one tool in several folders: only all of these runs together are the check. */
function ofSiblings(found: readonly Candidate[], project: Project): Candidate[] {
  const groups = new Map<string, Candidate[]>()
  for (const one of found) {
    const head = toolWithFolders(one.command, project)
    if (head === null || one.folder !== '' || one.main === 'test') continue
    const key = `${one.source} ${one.main} ${head}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap(group => {
    const [first] = group
    const commands = [...new Set(group.map(({ command }) => command))]
    // The same folders again are the same run with other options.
    const places = new Set(commands.map(line => line.split(/\s+/).at(-1)))
    if (first === undefined || places.size < Math.max(commands.length, 2)) return []
    const command = commands.join(' && ')
    const fact = { code: 'ci-step-per-folder', folders: commands.length } as const
    return [{ ...first, command, fact, weight: first.weight + 1, partial: false, includes: commands }]
  })
}

/** The purpose of the first target may not be in its name. */
const MAKES = /^g?make( -\S+)*$/

const RUNS = /^(run|running|execute|check|verify|lint|test|build)\b/i

export function ciSteps(project: Project): CiStep[] {
  const actions = actionsSteps(project)
  const isMoved = actions.some(({ weight }) => weight >= CI_WEIGHT.primary)
  return [
    ...actions,
    ...gitlabSteps(project),
    ...circleSteps(project),
    ...jenkinsSteps(project),
    ...plainSteps(project).map(step =>
      isMoved && LEFT_BEHIND.test(step.source) ? { ...step, weight: Math.min(step.weight, CI_WEIGHT.aside) } : step,
    ),
    ...bazelSteps(project),
  ]
}

/** Files of services that projects left for another one, and forgot to delete or keep for one platform. */
const LEFT_BEHIND = /^(\.travis\.yml|\.?appveyor\.yml|azure-pipelines\.ya?ml|wercker\.yml|\.cirrus\.yml)$/

/** `a && b` in one line are two checks, unless the first only prepares the second or a pipe connects them. */
export function wholeOrParts(line: string): { command: string; folder: string }[] {
  const parts = pieces(line)
  const bare = line.replace(/^\(\s*(.*?)\s*\)$/, '$1')
  if (bare !== line) return wholeOrParts(bare)
  if (parts.some(({ before }) => before === '|' || before === '||') || /git (diff|status)/.test(line))
    return [{ command: line, folder: '' }]
  let folder = ''
  if (/^(if|for|while|until|case|function|\[|\[\[)\s/.test(line)) return []
  return parts.flatMap(({ text }) => {
    if (/^(then|else|elif|do|done|fi|esac|break|continue|return|shift|\w+=\S*$)\b/.test(text)) return []
    const moved = /^cd\s+["']?([\w./-]+?)\/?["']?$/.exec(text)?.[1]
    if (moved === undefined) return [{ command: text, folder }]
    folder = moved === '..' || moved === '-' ? '' : moved.replace(/^\.\//, '')
    return []
  })
}
