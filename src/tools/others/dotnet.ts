import { asItStands, comment, forBlock } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

export const dotnetTools: readonly Tool[] = [
  { name: 'dotnet build', kind: 'compiler', sharedFormat: true },
  {
    name: 'csc',
    kind: 'compiler',
    protection: {
      label: 'csharp',
      attributes: [
        {
          family: 'lint',
          languages: /^csharp$/,
          pattern: /^[ \t]*#pragma\s+warning\s+disable(?<rules>[ \t]+[\w, \t]+)?/gm,
          scope: forBlock,
        },
        {
          family: 'types',
          languages: /^csharp$/,
          pattern: /^[ \t]*#nullable\s+disable/gm,
          scope: forBlock,
          rule: 'nullable',
        },
        {
          family: 'lint',
          languages: /^csharp$/,
          pattern:
            /\[\s*(?:assembly:\s*)?(?:\w+\.)*(?:Unconditional)?SuppressMessage(?:Attribute)?\s*\(\s*"[^"]*"\s*,\s*(?<rules>"[\w-]+)/g,
          scope: forBlock,
        },
        {
          family: 'coverage',
          languages: /^csharp$/,
          pattern: /\[\s*(?:\w+\.)*ExcludeFromCodeCoverage\b/g,
          scope: forBlock,
          rule: 'coverage',
        },
      ],
    },
  },
  {
    name: 'resharper',
    kind: 'linter',
    protection: {
      directives: [comment('lint', /^csharp$/, /^\s*ReSharper disable(?: once)?\s+(?<rules>[\w.]+)/, asItStands)],
    },
  },
]
