import { readTask } from '../../criteria/task/read-task.ts'
import type { Project } from '../../tools/manifests/project.ts'
import type { GatheredEvidence } from '../gather.ts'
import { scopeOf } from '../scope/members.ts'
import { scopedChecks } from '../scope/scoped-commands.ts'
import { keyOf } from './checks.ts'
import { isTelling, nameWords } from './name-words.ts'
import { nameables } from './nameable-checks.ts'

interface Option {
  readonly command: string
  /** Words of the command itself. */
  readonly own: readonly string[]
  /** Words around it: names of steps and jobs, headings. */
  readonly around: readonly string[]
  readonly folder: string
  /** How strong the evidence for it is, from 0 to about 3. */
  readonly support: number
}

const AROUND = 0.5
/** As much as one rare word. */
const WANTED = 2

/**
 * All commands of the project that somebody could mean, the likeliest first: by words that the task shares with the command, and
 * rare words count more. On batches 20 to 25, the first twelve had a right answer for 90 % of the tasks (decision 204).
 */
export function optionsByWords(task: string, project: Project, { checks, candidates }: GatheredEvidence): string[] {
  const options = new Map<string, Option>()
  for (const { command, title, weight } of nameables(project))
    options.set(keyOf(command), {
      command,
      own: nameWords(command),
      around: nameWords(title),
      folder: /^cd (\S+) &&/.exec(command)?.[1] ?? '',
      support: weight / 100,
    })
  const wants = readTask(task)?.wants ?? ['test']
  const scope = scopeOf(task, project)
  const inScope = scope.strength === 0 ? [] : scopedChecks(project, scope, checks, candidates)
  for (const { command, words, folder, score, main } of [...checks, ...inScope])
    options.set(keyOf(command), {
      command,
      own: nameWords(command),
      around: words,
      folder,
      support: score / 100 + (wants.includes(main) ? WANTED : 0),
    })
  const all = [...options.values()]
  const said = new Set(nameWords(task).filter(isTelling))
  const rarity = (word: string): number =>
    Math.log((all.length + 1) / (all.filter(({ own }) => own.includes(word)).length + 0.5))
  const shared = (words: readonly string[]): number =>
    words.filter(word => said.has(word)).reduce((sum, word) => sum + rarity(word), 0)
  const rated = all.map(({ command, own, around, folder, support }) => {
    const isElsewhere = folder !== '' && !task.includes(folder) && !said.has(nameWords(folder).at(-1) ?? '')
    const beside = around.filter(word => !own.includes(word))
    return { command, rate: shared(own) + AROUND * shared(beside) + support - (isElsewhere ? 3 : 0) }
  })
  return rated.sort((a, b) => b.rate - a.rate || (a.command < b.command ? -1 : 1)).map(({ command }) => command)
}
