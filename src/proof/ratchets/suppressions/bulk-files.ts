import { isFixture } from '../../../tools/paths/test-paths.ts'
import type { CheckFamily } from '../../../tools/settings/dial.ts'
import type { AskedFamilies, ChangedText, Worse } from '../changed-text.ts'

interface Bulk {
  readonly files: RegExp
  readonly families: readonly CheckFamily[]
  /** How much it suppresses. */
  readonly amount: (text: string) => number
}

const count =
  (pattern: RegExp) =>
  (text: string): number =>
    text.match(pattern)?.length ?? 0
const sum =
  (pattern: RegExp) =>
  (text: string): number =>
    [...text.matchAll(pattern)].reduce((total, { 1: number }) => total + Number(number), 0)

/** Files into which tools write all that they are to overlook. */
const BULK: readonly Bulk[] = [
  {
    files: /(?:^|\/)[\w.-]*eslint[\w.-]*suppressions[\w.-]*\.json$/,
    families: ['lint'],
    amount: sum(/"count"\s*:\s*(\d+)/g),
  },
  {
    files: /(?:^|\/)[\w.-]*\.betterer\.results$/,
    families: ['lint', 'types'],
    amount: text => count(/^\s*\[\d+, \d+, \d+,/gm)(text) + sum(/value: `?"?(\d+)/g)(text),
  },
  {
    files: /(?:^|\/)phpstan[\w.-]*baseline[\w.-]*\.(?:neon|php)$/,
    families: ['types'],
    amount: sum(/['"]?count['"]?\s*(?::|=>)\s*(\d+)/g),
  },
  { files: /(?:^|\/)psalm-baseline\.xml$/, families: ['types'], amount: count(/<code>|<code\s/g) },
  {
    files: /(?:^|\/)\.rubocop_todo\.yml$/,
    families: ['lint'],
    amount: text => sum(/# Offense count: (\d+)/g)(text) || count(/^\s+- \S|Enabled: false|^\s+Max: /gm)(text),
  },
  {
    files: /(?:^|\/)(?:detekt|ktlint|lint|checkstyle|pmd|android-lint)[\w-]*baseline[\w.-]*\.xml$/,
    families: ['lint'],
    amount: count(/<(?:ID|issue|error|violation)\b/g),
  },
  {
    files: /(?:^|\/)[\w.-]*(?:mypy|pyright|flake8|pylint|ruff|pyre)[\w-]*baseline[\w.-]*$/,
    families: ['types', 'lint'],
    amount: text => text.split('\n').filter(line => line.trim() !== '').length,
  },
  { files: /(?:^|\/)\.(?:based)?pyright\/baseline\.json$/, families: ['types'], amount: count(/"code"\s*:/g) },
]

export function grownBulkFiles(files: readonly ChangedText[], asked: AskedFamilies): Worse[] {
  return files.flatMap(({ path, before, now }) => {
    const bulk = BULK.find(one => one.files.test(path))
    if (!bulk || now === null || isFixture(path)) return []
    const [was, is] = [before === null ? 0 : bulk.amount(before), bulk.amount(now)]
    if (is <= was) return []
    const isAsked = bulk.families.some(family => asked[family])
    const what = `${path.slice(path.lastIndexOf('/') + 1)}: ${was} → ${is}`
    return [{ rule: 'suppressions-added', objection: isAsked ? ('weakened' as const) : null, what, path, line: 1 }]
  })
}
