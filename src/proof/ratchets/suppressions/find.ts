import { TOOLS } from '../../../tools/catalog.ts'
import type { Directive } from '../../../tools/protection/protection.ts'
import { isTyped, type Language } from '../../../tools/syntax/language.ts'
import type { Comment, Syntax } from '../../../tools/syntax/syntax.ts'
import { attributesIn } from './attributes.ts'
import type { Suppression } from './suppression.ts'

interface ObeyedDirective extends Directive {
  readonly tool: string
}

const DIRECTIVES: readonly ObeyedDirective[] = TOOLS.flatMap(({ name, protection }) =>
  (protection?.directives ?? []).map(directive => ({ tool: protection?.label ?? name, ...directive })),
)

const directivesFor = (language: Language): readonly ObeyedDirective[] =>
  DIRECTIVES.filter(({ languages }) => languages.test(language))

/** All suppressions of a file, in its comments, attributes, and types. */
export function suppressionsIn(path: string, syntax: Syntax): Suppression[] {
  const directives = directivesFor(syntax.language)
  const said = syntax.comments.flatMap((comment, index) => {
    const found = directives.flatMap(directive => read(directive, comment, syntax.comments.slice(index + 1)))
    return found.map(one => ({ ...one, path }))
  })
  return [...said, ...attributesIn(path, syntax), ...(isTyped(path) ? holesIn(path, syntax) : [])]
}

function read(directive: ObeyedDirective, comment: Comment, later: readonly Comment[]): Omit<Suppression, 'path'>[] {
  if (directive.block && !comment.block) return []
  const found = directive.says.exec(comment.says)
  if (!found) return []
  // In a sentence about the directive it is quoted.
  if (/[`'"]$/.test(comment.says.slice(0, found.index).trimEnd()) || /^[`'"]/.test(after(comment.says, found)))
    return []
  const ended = directive.ends && later.some(({ says }) => directive.ends?.test(says))
  const scope = typeof directive.scope === 'function' ? directive.scope(comment) : directive.scope
  const rules = found.groups?.['rules']?.split(/[\s,]+/).filter(name => name !== '' && !/^-+$/.test(name)) ?? []
  const { tool, family } = directive
  const line = comment.line + (comment.says.slice(0, found.index).match(/\n/g)?.length ?? 0)
  return (rules.length > 0 ? rules : [directive.rule ?? '*']).map(rule => ({
    tool,
    family,
    rule,
    scope: ended && scope === 'file' ? 'block' : scope,
    line,
    reasoned: /[a-z]{2,}\W+[a-z]{2,}/i.test(after(comment.says, found)),
  }))
}

const after = (says: string, found: RegExpExecArray): string => says.slice(found.index + found[0].length)

// `(...args: any[]) => any` is the usual type of any function.
const HOLES: readonly (readonly [string, RegExp])[] = [
  ['any', /\bas\s+any\b|(?<![\w>])<any>(?=\s*[\w(])|(?<!\.\.\.\w+\??):\s*any\s*(?:\[\s*\]\s*)*(?=[,;)=\]>|&}\n{]|$)/gm],
  ['cast', /\bas\s+unknown\s+as\b|\bas\s+never\b/g],
  // Functions of the language that return any, and assertions about a value's type.
  [
    'cast',
    /(?<![\w.$]|[!=]==?\s*|\bnew\s+|\bfunction\s+)Object\([^()\n]+\)(?!\s*(?:[!=]==?|\.))|:\s*asserts\s+\w+(?:\s+is\s+[^{;\n]+)?\{\s*\}/g,
  ],
  ['inner', /\w<(?:[^<>()\n]*,\s*)?any\s*(?:\[\])?[,>]/g],
]

/** Places where types end. */
function holesIn(path: string, { code, lineAt }: Syntax): Suppression[] {
  return HOLES.flatMap(([rule, pattern]) =>
    [...code.matchAll(pattern)].map(({ index }) => ({
      tool: 'any',
      family: 'types' as const,
      rule,
      scope: 'line' as const,
      path,
      line: lineAt(index),
      reasoned: false,
    })),
  )
}
