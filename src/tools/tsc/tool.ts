import { dial } from '../protection/protection.ts'
import { comment, SCRIPT } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

const STRICT_FAMILY =
  /^(?:compilerOptions\.)?(?:noImplicitAny|noImplicitThis|strictNullChecks|strictFunctionTypes|strictBindCallApply|strictPropertyInitialization|strictBuiltinIteratorReturn|alwaysStrict|useUnknownInCatchVariables)$/

const BUILT_IN =
  'Number|String|Boolean|Array|ReadonlyArray|Object|Function|Promise|Map|Set|Date|RegExp|Symbol|Error|JSON|Math'

/** What the compiler believes without looking: values that are said to exist, and types that are said to be others. */
const TRUSTED: readonly (readonly [string, 'file' | 'project', RegExp])[] = [
  ['non-null assertion', 'file', /(?<=[\w)\]])!(?=\s*(?:[.;,)\]}\n[]|\?\.|as\b|$))/gm],
  ['definite assignment', 'file', /(?<=\w)!(?=\s*:\s*[\w{[(])/g],
  ['type predicate that is always true', 'file', /:\s*\w+\s+is\s+[^{;=\n]+(?:=>\s*\(?\s*true\b|\{\s*return\s+true\b)/g],
  [
    'value without a type',
    'file',
    /(?<![\w.])(?:new\s+Function|Function|eval)\(|\bJSON\.parse\(\s*JSON\.stringify\(\s*(?![\w.]+\s*[,)])/g,
  ],
  // Constants in capitals are put in place by bundlers.
  [
    'ambient declaration',
    'project',
    /\bdeclare\s+(?:const|let|var|function|class|namespace)\s+(?!__|[A-Z][A-Z\d_]+\b)/g,
  ],
  [
    'wider built-in type',
    'project',
    new RegExp(String.raw`(?<![\w.])interface\s+(?:${BUILT_IN})\s*(?:<[^<>]*>)?\s*\{`, 'g'),
  ],
]

export const tsc: Tool = {
  name: 'tsc',
  kind: 'type-checker',
  cannotStart: [
    // With one of these, it checks no types.
    { pattern: /\berror TS2688: Cannot find type definition file for '([^']+)'/, what: 'dependencies', exits: [1, 2] },
    { pattern: /\berror TS6053: File '(@?[\w-][^']*)' not found/, what: 'dependencies', exits: [1, 2] },
  ],
  commands: {
    programs: 'tsc',
    proves: [
      [/^tsc\b(?!.*(--build|-b)\b).*--noEmit\b/i, 'types'],
      [/^tsc\b/, 'build', 'types'],
    ],
    usual: 'npx tsc --noEmit',
    sign: /(?:^|[\s/&;])(?:tsc|vue-tsc)\b/,
    hazards: { 'never-ends': /\btsc\b.*\s-w(\s|$)/ },
    settings: { byFile: { files: /(?:^|\/)(?:ts|js)config[^/]*\.json$/ }, name: '(?:tsconfig|jsconfig)' },
    package: 'typescript',
  },
  sharedFormat: true,
  canary: { errors: { kind: 'types', files: /(?<!\.d)\.[cm]?tsx?$/ } },
  protection: {
    scripts: ['tsc'],
    family: 'types',
    label: 'typescript',
    files: { config: [/^(?:ts|js)config(?:[.-]+\w+)*\.json$/] },
    settings: {
      files: /(?:^|\/)(?:ts|js)config(?:[.-]+\w+)*\.json$/,
      newIsFree: true,
      inherits: true,
      implied: { by: 'compilerOptions.strict', keys: STRICT_FAMILY },
      adds: { list: 'files', beside: 'include' },
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
    directives: [
      comment('types', SCRIPT, /^[\s*/]*@ts-nocheck\b/, 'file'),
      comment('types', SCRIPT, /^[\s*/]*@type\s*\{\s*(?:\*|any)\s*\}/, 'line', { rule: 'any' }),
      comment('types', SCRIPT, /(?:^|\n)[\s*/]*@ts-ignore\b(?![\s\S]*\n[\s*]*\S)/, 'line'),
      comment('types', SCRIPT, /(?:^|\n)[\s*/]*@ts-expect-error\b(?![\s\S]*\n[\s*]*\S)/, 'line', { rule: 'expected' }),
    ],
    attributes: TRUSTED.map(([rule, against, pattern]) => ({
      family: 'types' as const,
      languages: /^(?:typescript|tsx)$/,
      pattern,
      scope: () => 'line' as const,
      rule,
      against,
    })),
    // A runner that checks types keeps one in its own package.
    namedCaches: [/\.tsbuildinfo$/],
    packages: ['typescript', 'ts-node', 'tsx'],
    outside: { above: ['tsconfig.json'] },
  },
}
