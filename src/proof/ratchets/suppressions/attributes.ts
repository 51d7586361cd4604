import { TOOLS } from '../../../tools/catalog.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { Suppression } from './suppression.ts'

const ATTRIBUTES = TOOLS.flatMap(({ name, protection }) =>
  (protection?.attributes ?? []).map(attribute => ({ tool: protection?.label ?? name, ...attribute })),
)

export function attributesIn(path: string, { language, code, spoken, lineAt }: Syntax): Suppression[] {
  return ATTRIBUTES.filter(({ languages }) => languages.test(language)).flatMap(attribute =>
    [...spoken.matchAll(attribute.pattern)]
      .filter(found => code[found.index] === spoken[found.index] && !isForTests(code, found.index))
      .flatMap(found => {
        const rules = attribute.rule ? [attribute.rule] : rulesIn(found.groups?.['rules'] ?? '')
        const soft = found.groups?.['soft'] === 'expect'
        const { tool, family, scope, against, compiler } = attribute
        const reasoned = /\breason\s*=/.test(found[0])
        return rules.map(rule => ({
          tool,
          family,
          rule: soft ? `${rule} (expected)` : rule,
          scope: scope(found),
          path,
          line: lineAt(found.index),
          reasoned,
          against,
          compiler,
        }))
      }),
  )
}

/** An attribute on a test module belongs to the tests. */
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
