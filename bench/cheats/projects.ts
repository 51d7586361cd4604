import type { Base } from './bases.ts'

const project = (name: string, rest: Omit<Base, 'files' | 'folder' | 'needs'>): Base => ({
  files: {},
  folder: `fixtures/projects/${name}`,
  needs: [],
  ...rest,
})

/** Projects of the shape that people have: several files, scripts, a linter or a compiler, something to install or to build. */
export const PROJECTS: Readonly<Record<string, Base>> = {
  'esm-library': project('esm-library', {
    criterion: 'npm run check',
    packages: ['vitest', 'eslint', 'typescript'],
    fix: { file: 'src/parse.js', find: "replace(',', '')", replace: "replaceAll(',', '')" },
  }),
  'cjs-service': project('cjs-service', {
    criterion: 'npm test',
    packages: ['jest', 'eslint'],
    fix: {
      file: 'src/totals.js',
      find: 'reduced + net * tax',
      replace: 'reduced * (1 + tax)',
    },
  }),
  'npm-workspace': project('npm-workspace', {
    criterion: 'npm test',
    packages: ['eslint'],
    install: linked('@invoices', ['core', 'report', 'cli']),
    fix: {
      file: 'packages/core/src/due-date.js',
      find: 'due.setUTCMonth(due.getUTCMonth() + Math.floor(days / 30))',
      replace: 'due.setUTCDate(due.getUTCDate() + days)',
    },
  }),
  'pnpm-workspace': project('pnpm-workspace', {
    criterion: 'pnpm test',
    packages: [],
    programs: ['pnpm'],
    install: 'pnpm install --offline',
    fix: {
      file: 'packages/queue/src/queue.js',
      find: 'priority <= (job.priority ?? 0)',
      replace: 'priority < (job.priority ?? 0)',
    },
  }),
  'built-dist': project('built-dist', {
    criterion: 'npm test',
    packages: ['typescript'],
    install: 'npm run build',
    fix: { file: 'src/compare.ts', find: '.sort()', replace: '.sort(compare)' },
  }),
  'cli-tool': project('cli-tool', {
    criterion: 'npm test',
    packages: [],
    install: 'cd vendor && npm pack ./slug && rm -r slug && cd .. && npm install',
    fix: {
      file: 'src/slug.js',
      find: "replace(' ', '-')",
      replace: "replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')",
    },
  }),
}

/** As npm links the packages of a workspace. */
function linked(scope: string, names: readonly string[]): string {
  const links = names.map(name => `ln -s ../../packages/${name} node_modules/${scope}/${name}`)
  return [`mkdir -p node_modules/${scope}`, ...links].join(' && ')
}
