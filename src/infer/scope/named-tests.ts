import { takesPaths } from '../../tools/commands/partial.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { exists, type Project } from '../../tools/manifests/project.ts'
import { unquoted, words } from '../../tools/shell/shell-text.ts'
import type { Check } from '../choice/checks.ts'

/** Tests in the usual places, or with the usual names. */
const IS_TEST = /(?:^|\/)(?:x?t|tests?|specs?|e2e|features|__tests__)\/|(?:^|\/)test_[^/]+$|[._-](?:test|spec)s?\.\w+$/i
const PATH = /(?<![\w./-])((?:[\w-]+\/)+[\w.-]*\w)(?![\w/])/g
const TROUBLE =
  /^[`"')]*,? (?:\w+ ){0,3}?(?:fail\w*|red|complain\w*|break\w*|broken|pass(?:es)?|green|die[sd]?|crash\w*|error\w*)\b/i

/** "xt/style.t complains", where the suite is `prove t`: the suite's own runner, on the test that it does not look at. */
export function onNamedTest(options: readonly Check[], task: string, project: Project): readonly Check[] {
  const [best] = options
  const named = [...task.matchAll(PATH)].find(
    ({ 0: text, 1: path = '', index }) =>
      IS_TEST.test(path) && exists(project, path) && TROUBLE.test(task.slice(index + text.length)),
  )?.[1]
  if (best === undefined || named === undefined) return options
  const line = [best.command, ...best.includes].find(one => pathsOf(one, project).length > 0)
  if (line === undefined) return options
  const paths = pathsOf(line, project)
  if (paths.some(path => `${named}/`.startsWith(`${path}/`))) return options
  const kept = words(line).filter(word => !paths.includes(tidy(word)))
  return [{ ...best, command: [...kept, named].join(' '), includes: [] }, ...options]
}

/** What the runner is told to look at. */
function pathsOf(line: string, project: Project): string[] {
  const [tool = '', ...rest] = words(unwrap(line)).map(unquoted)
  return takesPaths(tool)
    ? rest.map(tidy).filter(word => !word.startsWith('-') && (exists(project, word) || project.tree.has(word)))
    : []
}

const tidy = (word: string): string => unquoted(word).replace(/^\.\/|\/$/g, '')
