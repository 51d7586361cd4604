import type { Criterion } from '../../criteria/criterion.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import type { Project } from '../../tools/manifests/project.ts'
import { fileRule } from './document-goals.ts'

const SETS =
  /\b(?:upgrade|update|migrate|switch|move|go|set|bump|raise|increase|lower|reduce|change|use|adopt|target|port|convert)\b/i
/** "edition 2024", "set the edition to 2024", "line-length = 100", "target ES2022". */
const SETTING =
  /(?<![\w./-])([A-Za-z][\w-]+)[`"']?\s+(?:(?:to|at|as|=|of)\s+)?["'`]?(\d+|es(?:\d+|next))["'`]?(?![\w.%-])/gi
const FILES = /\.(?:toml|json|jsonc|ya?ml|ini|cfg|properties)$/i

/** Settings that the task gives another value, in the file of the project that sets them. Versions, which have dots, are compared elsewhere. */
export function settingGoals(task: string, project: Project): Criterion[] {
  const said = mainClause(task)
  if (!SETS.test(said)) return []
  return [...said.matchAll(SETTING)].flatMap(([, key = '', value = '']) => {
    const name = key.replace(/[-_]/g, '[-_]')
    const line = new RegExp(
      `^[ \\t]*["']?${name}["']?[ \\t]*[:=][ \\t]*["']?(\\d+|es\\w+)["']?[ \\t]*(?:[,;#]|$)`,
      'im',
    )
    const [path, old] =
      [...project.files.values()]
        .filter(file => FILES.test(file.path))
        .sort((a, b) => a.path.split('/').length - b.path.split('/').length)
        .map(file => [file.path, line.exec(file.text)?.[1]] as const)
        .find(([, found]) => found !== undefined) ?? []
    if (path === undefined || old?.toLowerCase() === value.toLowerCase()) return []
    const pattern = `^[ \\t]*["']?${name}["']?[ \\t]*[:=][ \\t]*["']?${value}["']?[ \\t]*([,;#]|$)`
    return [fileRule(path, { kind: 'matches', pattern, flags: 'im', negated: false })]
  })
}
