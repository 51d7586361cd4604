import { dial, type Tool } from './dial.ts'

const TSCONFIG = /(?:^|\/)(?:ts|js)config(?:[.-][\w-]+)*\.json$/
const STRICT_FAMILY =
  /^(?:compilerOptions\.)?(?:noImplicitAny|noImplicitThis|strictNullChecks|strictFunctionTypes|strictBindCallApply|strictPropertyInitialization|strictBuiltinIteratorReturn|alwaysStrict|useUnknownInCatchVariables)$/

/** What checks JavaScript and TypeScript, and how it is loosened. */
export const SCRIPT_TOOLS: readonly Tool[] = [
  {
    name: 'typescript',
    files: TSCONFIG,
    newIsFree: true,
    implied: { by: 'compilerOptions.strict', keys: STRICT_FAMILY },
    dials: [
      dial(
        'on',
        'types',
        /^compilerOptions\.(?:strict|noImplicit(?!UseStrict)\w+|strict\w+|noUnchecked\w+|noUnused\w+|noFallthrough\w+|noPropertyAccess\w+|exactOptional\w+|useUnknownInCatchVariables|alwaysStrict|checkJs|noEmitOnError)$/,
      ),
      dial(
        'off',
        'types',
        /^compilerOptions\.(?:noCheck|skipLibCheck|skipDefaultLibCheck|allowUnreachableCode|allowUnusedLabels|suppress\w+|noStrictGenericChecks)$/,
      ),
      dial('skip', 'types', /^exclude$/),
      dial('keep', 'types', /^(?:include|files)$/),
    ],
  },
  {
    name: 'next',
    files: /(?:^|\/)next\.config\.\w+$/,
    dials: [dial('off', 'types', /(?:^|\.)ignoreBuildErrors$/), dial('off', 'lint', /(?:^|\.)ignoreDuringBuilds$/)],
  },
  {
    name: 'eslint',
    files: /(?:^|\/)(?:\.eslintrc(?:\.\w+)?|eslint\.config\.\w+|\.eslintignore|package\.json|\.?oxlintrc\.json)$/,
    within: /^eslintConfig\./,
    alias: path =>
      path
        .replace(/^.*?(?:^|\.)(rules|categories)\./, '$1.')
        .replace(/^(?:.*\.)?(?:ignorePatterns|\w*[iI]gnores)$/, 'ignores'),
    dials: [
      dial('level', 'lint', /^(?:rules|categories)\./),
      dial('skip', 'lint', /^ignores$/),
      dial('base', 'lint', /^(?:extends|bases)$/),
    ],
  },
  {
    name: 'biome',
    files: /(?:^|\/)biome\.jsonc?$/,
    alias: path => path.replace(/^.*?rules\.(?:\w+\.)?(?=\w+(?:\.level)?$)/, 'rules.').replace(/\.level$/, ''),
    dials: [
      dial('stay', 'lint', /^rules\.(?:recommended|all)$|(?:^|\.)(?:linter|formatter|assist)\.enabled$/),
      dial('level', 'lint', /^rules\./),
      dial('skip', 'lint', /(?:^|\.)(?:ignore|experimentalScannerIgnores)$/),
      dial('keep', 'lint', /^(?:files\.|linter\.)?(?:includes|include)$/),
    ],
  },
  {
    name: 'stylelint',
    files: /(?:^|\/)\.?stylelint(?:rc|\.config)?(?:\.\w+)?$/,
    dials: [dial('level', 'lint', /(?:^|\.)rules\./), dial('skip', 'lint', /^(?:ignoreFiles|ignores)$/)],
  },
  {
    name: 'prettier',
    files: /(?:^|\/)\.prettierignore$/,
    dials: [dial('skip', 'lint', /^ignores$/)],
  },
  {
    name: 'deno',
    files: /(?:^|\/)deno\.jsonc?$/,
    dials: [
      dial('skip', 'lint', /^lint\.(?:exclude|rules\.exclude)$/),
      dial('keep', 'lint', /^lint\.(?:include|rules\.(?:include|tags))$/),
      dial('on', 'types', /^compilerOptions\.(?:strict\w*|no\w+)$/),
    ],
  },
]
