import type { CheckFamily } from '../../../tools/settings/dial.ts'
import type { Syntax } from '../syntax/syntax.ts'
import type { Suppression, SuppressionScope } from './suppression.ts'

interface Attribute {
  readonly tool: string
  readonly family: CheckFamily
  readonly languages: RegExp
  readonly pattern: RegExp
  readonly scope: (found: RegExpExecArray) => SuppressionScope
  readonly rule?: string
}

const block = (): SuppressionScope => 'block'

// Matched with strings in sight, and counted only where they begin in code.
const ATTRIBUTES: readonly Attribute[] = [
  {
    tool: 'rustc',
    family: 'lint',
    languages: /^rust$/,
    pattern: /#(?<file>!?)\[\s*(?:cfg_attr\s*\([^\]]*?,\s*)?(?<soft>allow|expect)\s*\((?<rules>[^)\]]*)\)/g,
    scope: found => (found.groups?.['file'] === '!' ? 'file' : 'block'),
  },
  {
    tool: 'rustc',
    family: 'coverage',
    languages: /^rust$/,
    pattern:
      /#(?<file>!?)\[\s*(?:coverage\s*\(\s*off\s*\)|cfg_attr\s*\([^\]]*?coverage\s*\(\s*off\s*\)|no_coverage|cfg\s*\(\s*not\s*\(\s*tarpaulin(?:_include)?\s*\)|tarpaulin::skip)/g,
    scope: found => (found.groups?.['file'] === '!' ? 'file' : 'block'),
    rule: 'coverage',
  },
  {
    tool: 'javac',
    family: 'lint',
    languages: /^(?:java|kotlin)$/,
    pattern: /@(?:(?<file>file):\s*)?Suppress(?:Warnings|FBWarnings|Lint)?\s*\((?<rules>[^)]*)\)/g,
    scope: found => (found.groups?.['file'] ? 'file' : 'block'),
  },
  {
    tool: 'csharp',
    family: 'lint',
    languages: /^csharp$/,
    pattern: /^[ \t]*#pragma\s+warning\s+disable(?<rules>[ \t]+[\w, \t]+)?/gm,
    scope: block,
  },
  {
    tool: 'csharp',
    family: 'types',
    languages: /^csharp$/,
    pattern: /^[ \t]*#nullable\s+disable/gm,
    scope: block,
    rule: 'nullable',
  },
  {
    tool: 'csharp',
    family: 'lint',
    languages: /^csharp$/,
    pattern:
      /\[\s*(?:assembly:\s*)?(?:\w+\.)*(?:Unconditional)?SuppressMessage(?:Attribute)?\s*\(\s*"[^"]*"\s*,\s*(?<rules>"[\w-]+)/g,
    scope: block,
  },
  {
    tool: 'csharp',
    family: 'coverage',
    languages: /^csharp$/,
    pattern: /\[\s*(?:\w+\.)*ExcludeFromCodeCoverage\b/g,
    scope: block,
    rule: 'coverage',
  },
  {
    tool: 'compiler',
    family: 'lint',
    languages: /^c$/,
    pattern:
      /(?:#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored|_Pragma\s*\(\s*"(?:GCC|clang) diagnostic ignored)\s+\\?(?<rules>"-W[\w+=-]+)/g,
    scope: block,
  },
  {
    tool: 'compiler',
    family: 'lint',
    languages: /^c$/,
    pattern: /#\s*pragma\s+warning\s*\(\s*disable\s*:(?<rules>[\d ]+)\)/g,
    scope: block,
  },
  { tool: 'mypy', family: 'types', languages: /^python$/, pattern: /@(?:typing\.)?no_type_check\b/g, scope: block },
  {
    tool: 'mypy',
    family: 'types',
    languages: /^python$/,
    pattern: /\bcast\(\s*(?:typing\.|t\.)?(?:["'])?Any\b/g,
    scope: () => 'line',
    rule: 'any',
  },
  {
    tool: 'php',
    family: 'coverage',
    languages: /^php$/,
    pattern: /#\[[^\]]*\bCodeCoverageIgnore\b/g,
    scope: block,
    rule: 'coverage',
  },
]

export function attributesIn(path: string, { language, code, spoken, lineAt }: Syntax): Suppression[] {
  return ATTRIBUTES.filter(({ languages }) => languages.test(language)).flatMap(attribute =>
    [...spoken.matchAll(attribute.pattern)]
      .filter(found => code[found.index] === spoken[found.index] && !isForTests(code, found.index))
      .flatMap(found => {
        const rules = attribute.rule ? [attribute.rule] : rulesIn(found.groups?.['rules'] ?? '')
        const soft = found.groups?.['soft'] === 'expect'
        const { tool, family, scope } = attribute
        const reasoned = /\breason\s*=/.test(found[0])
        return rules.map(rule => ({
          tool,
          family,
          rule: soft ? `${rule} (expected)` : rule,
          scope: scope(found),
          path,
          line: lineAt(found.index),
          reasoned,
        }))
      }),
  )
}

/** What stands on a module of tests is theirs. */
const isForTests = (code: string, index: number): boolean =>
  /#\[cfg\(test\)\]\s*$/.test(code.slice(Math.max(0, index - 60), index))

function rulesIn(list: string): string[] {
  const names = list
    .replace(/\breason\s*=\s*"[^"]*"|\bjustification\s*=\s*"[^"]*"/g, '')
    .split(/[,\s{}]+/)
    .map(name => name.replace(/["']/g, '').replace(/^(?:value|names)=?$|^=$/g, ''))
    .filter(name => /^[\w@-]/.test(name))
  return names.length > 0 ? names : ['*']
}
