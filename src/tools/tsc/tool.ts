import { dial } from '../protection/protection.ts'
import { comment, SCRIPT } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

const STRICT_FAMILY =
  /^(?:compilerOptions\.)?(?:noImplicitAny|noImplicitThis|strictNullChecks|strictFunctionTypes|strictBindCallApply|strictPropertyInitialization|strictBuiltinIteratorReturn|alwaysStrict|useUnknownInCatchVariables)$/

export const tsc: Tool = {
  name: 'tsc',
  kind: 'type-checker',
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
    files: { config: [/^(?:ts|js)config(?:[.-][\w-]+)*\.json$/] },
    settings: {
      files: /(?:^|\/)(?:ts|js)config(?:[.-][\w-]+)*\.json$/,
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
      comment('types', SCRIPT, /(?:^|\n)[\s*/]*@ts-ignore\b(?![\s\S]*\n[\s*]*\S)/, 'line'),
      comment('types', SCRIPT, /(?:^|\n)[\s*/]*@ts-expect-error\b(?![\s\S]*\n[\s*]*\S)/, 'line', { rule: 'expected' }),
    ],
    localCaches: [/\.tsbuildinfo$/],
    packages: ['typescript', 'ts-node', 'tsx'],
    outside: { above: ['tsconfig.json'] },
  },
}
