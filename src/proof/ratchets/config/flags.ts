import { TOOLS } from '../../../tools/catalog.ts'
import { anyOf } from '../../../tools/protection/any-of.ts'
import { dial } from '../../../tools/protection/protection.ts'
import type { WeakeningSettings } from '../../../tools/protection/weakening-settings.ts'
import type { ConfigSetting } from './setting.ts'

// Files that contain commands.
const FILES = anyOf([
  ...TOOLS.flatMap(({ protection }) => protection?.flagFiles ?? []),
  /(?:^|\/)(?:package\.json|[Mm]akefile|GNUmakefile|\.?[Jj]ustfile|Taskfile\.ya?ml|tox\.ini|setup\.cfg|pyproject\.toml|composer\.json|noxfile\.py|[\w-]+\.sh|build\.gradle(?:\.kts)?|\.gitlab-ci\.ya?ml|config\.toml)$|(?:^|\/)\.github\/workflows\/[^/]+$/,
])

/** The flags of the commands that a project runs. */
export const FLAGS: WeakeningSettings = {
  name: '',
  files: FILES,
  dials: [
    dial(
      'min',
      'coverage',
      /^--(?:cov-fail-under|fail-under|fail-under-lines|lines|branches|functions|statements|coverage\.thresholds\.\w+|test-coverage-\w+|min-coverage|coverage-threshold)$/,
    ),
    dial('on', 'coverage', /^--check-coverage$/),
    dial('max', 'lint', /^--(?:max-warnings|max-line-length)$/),
    dial('on', 'lint', /^(?:-Werror|-D warnings|--error-on-warnings|--deny-warnings|--fail-level)$/),
    dial('on', 'types', /^--strict$/),
    dial('max', 'retries', /^--(?:reruns|retries|retry|rerun-fails|retry-times)$/, 0),
  ],
}

const KNOWN =
  /(?<![\w-])(-Werror|-D warnings|--(?:cov-fail-under|fail-under(?:-lines)?|lines|branches|functions|statements|coverage\.thresholds\.\w+|test-coverage-\w+|min-coverage|coverage-threshold|check-coverage|max-warnings|max-line-length|error-on-warnings|deny-warnings|fail-level|strict|reruns|retries|retry|rerun-fails|retry-times))(?![\w-])(?:[= ]\s*["']?(-?\d+(?:\.\d+)?))?/g

export function flagsIn(path: string, text: string): ConfigSetting[] {
  const [from, to] = path.endsWith('.json') ? scriptsOf(text) : [0, text.length]
  return [...text.slice(from, to).matchAll(KNOWN)].flatMap(({ index, 1: name = '', 2: number }) => {
    const line = text.slice(0, from + index).split('\n').length
    if (/^\s*(?:#|\/\/)/.test(text.split('\n')[line - 1] ?? '')) return []
    const value = number === undefined ? (/^--rerun-fails$/.test(name) ? 2 : true) : Number(number)
    return [{ path: name, value, line }]
  })
}

/** Only scripts are commands in a manifest. */
function scriptsOf(text: string): readonly [number, number] {
  const found = /"scripts"\s*:\s*\{[^}]*\}/.exec(text)
  return found ? [found.index, found.index + found[0].length] : [0, 0]
}
