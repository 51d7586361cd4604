import { TOOLS } from '../../src/tools/catalog.ts'
import { provingLines } from '../../src/tools/commands/purposes.ts'
import type { Tool } from '../../src/tools/tool.ts'

/** `docs/tools.md`: what is known about each tool, and what is not. */
export function toolsPage(): string {
  const rows = [...TOOLS].sort((a, b) => known(b) - known(a) || (a.name < b.name ? -1 : 1))
  return `${HEAD}
${line(['Tool', 'Kind', ...COLUMNS.map(([title]) => title)])}
${line(['---', '---', ...COLUMNS.map(() => '---')])}
${rows.map(tool => line([tool.name, tool.kind, ...COLUMNS.map(([, cell]) => cell(tool) || '–')])).join('\n')}
`
}

const HEAD = `# Supported tools

This table shows what agent-loop knows about each test runner, linter, compiler, and build tool. \`npm run docs\` generates it from
\`src/tools\`. A dash means not supported: the tool still works as a command that passes or fails.

- **Commands**: agent-loop knows what a command line of the tool proves, and which options make it useless as a check.
- **Output**: agent-loop reads each failure, with file, line, and message.
- **Test ids**: agent-loop knows which tests ran, from a report or from output that lists them.
- **Canary**: agent-loop can plant a failing test, or an error in the source, to test whether the check can fail. Tests are planted
  next to tests that ran, so this needs their ids.
- **Config**: the tool's config files are protected. **Settings**: agent-loop detects settings that weaken the tool.
- **Suppressions**: agent-loop detects comments, attributes, and baselines that suppress findings.
- **Caches**: agent-loop discards cached results before a clean run.
`

type Column = readonly [title: string, cell: (tool: Tool) => string | false | undefined]

const COLUMNS: readonly Column[] = [
  ['Commands', tool => provingLines(tool).length > 0 && 'yes'],
  ['Output', ({ readers, sharedFormat }) => (readers || sharedFormat) && 'yes'],
  ['Test ids', ({ ids }) => testIds(ids)],
  [
    'Canary',
    ({ ids, canary }) => (canary?.tests && testIds(ids) ? 'test' : canary?.errors && ERRORS[canary.errors.kind]),
  ],
  ['Config', ({ protection }) => protection?.files && 'yes'],
  ['Settings', ({ protection }) => (protection?.settings || protection?.retries) && 'yes'],
  ['Suppressions', ({ protection }) => suppressions(protection)],
  ['Caches', ({ protection }) => (protection?.caches || protection?.localCaches || protection?.uncached) && 'yes'],
]

const testIds = (ids: Tool['ids']): string | undefined =>
  ids?.listed ? 'output' : (ids?.preload || ids?.switches || ids?.reports) && 'report'

const ERRORS = { types: 'type error', syntax: 'syntax error' } as const

const suppressions = (protection: Tool['protection']): string =>
  [
    ...(protection?.directives ? ['comments'] : []),
    ...(protection?.attributes ? ['attributes'] : []),
    ...(protection?.baselines ? ['baselines'] : []),
  ].join(', ')

const known = (tool: Tool): number => COLUMNS.filter(([, cell]) => cell(tool)).length

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
