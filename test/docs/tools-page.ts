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

What agent-loop knows about each test runner, linter, compiler, and build tool. \`npm run docs\` writes this page from the table in
\`src/tools\`. A dash means that nothing is known: the tool still works as a command that passes or fails.

- **Commands**: it is known what a command line of the tool proves, and what makes it unusable as a check.
- **Output**: failures are read one by one, with file, line, and message.
- **Test ids**: the executed tests are known one by one: from a report, or from output that lists them.
- **Canary**: a failing test, or an error in the source, can be planted to see that the check can fail. Tests are planted
  where tests ran, so this needs their ids.
- **Config**: its config files are protected. **Settings**: settings that weaken it are noticed.
- **Suppressions**: comments, attributes, and baselines that suppress findings are noticed.
- **Caches**: cached results are dropped before a clean run.
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
  ids?.preload || ids?.switches || ids?.reports ? 'report' : ids?.listed && 'output'

const ERRORS = { types: 'type error', syntax: 'syntax error' } as const

const suppressions = (protection: Tool['protection']): string =>
  [
    ...(protection?.directives ? ['comments'] : []),
    ...(protection?.attributes ? ['attributes'] : []),
    ...(protection?.baselines ? ['baselines'] : []),
  ].join(', ')

const known = (tool: Tool): number => COLUMNS.filter(([, cell]) => cell(tool)).length

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
