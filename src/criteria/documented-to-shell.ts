import { shellQuote } from '../tools/shell/shell-quote.ts'
import type { FileRule } from './criterion.ts'

type Documented = Extract<FileRule, { kind: 'documented' }>

/** The same rule in awk, for people without this program; null for a glob that `find` cannot say. */
export function documentedLine(glob: string, { what, name }: Documented): string | null {
  if (name !== undefined) return null
  const [, folder, extension] = /^(?:(.+?)\/)?\*\*\/\*(\.[\w{},]+)?$/.exec(glob) ?? []
  const single = /^[\w./@-]+\.\w+$/.test(glob)
  if (!single && folder === undefined && extension === undefined && glob !== '**/*') return null
  const endings = single
    ? []
    : (extension?.replace(/^\.\{?|\}$/g, '').split(',') ?? ENDINGS).map(ending => `-name '*.${ending}'`)
  const files = single
    ? `printf '%s\\0' ${shellQuote(glob)}`
    : `find ${shellQuote(folder ?? '.')} -type f \\( ${endings.join(' -o ')} \\) -not -path '*/node_modules/*' -print0`
  return `{ ${files} | xargs -0 awk ${shellQuote(program(what))}; }`
}

const ENDINGS = 'js,mjs,cjs,jsx,ts,mts,cts,tsx,py,go,rs,java,kt,php,rb,swift,cs'.split(',')

const FUNCTION =
  '(function[ *]+[A-Za-z_$]|def [a-z_A-Z]|func [A-Za-z(]|fn [a-z_A-Z]|fun [a-z_A-Z]|(const|let|var) [A-Za-z0-9_$]+ *=.*(=>|function))'
const CLASS = '(class|interface|struct|trait|enum) [A-Za-z_]'
const EXPORTED = '(export|pub|public) +(default +)?(async +)?'

/** A declaration needs a doc comment above it, or a docstring below it. */
function program(what: Documented['what']): string {
  const kind = what === 'functions' ? FUNCTION : what === 'classes' ? CLASS : `(${FUNCTION}|${CLASS})`
  const start =
    what === 'exports' ? `(${EXPORTED}|def |class )` : '((export|default|async|pub|public|private|static|final) +)*'
  const declared = what === 'exports' ? `/^${start}/ && /${kind}/` : `/^[ \\t]*${start}${kind}/`
  return [
    'FNR == 1 { doc = 0; want = 0; open = 0 }',
    'want && !/^[ \\t]*$/ { if (!/^[ \\t]*[rRbBuU]*("|\\047)/) { print FILENAME ":" at ": not documented"; bad = 1 } want = 0 }',
    `${declared} { seen = 1; if (FILENAME ~ /\\.pyi?$/) { open = 1; at = FNR } else if (!doc) { print FILENAME ":" FNR ": not documented"; bad = 1 } }`,
    'open && /:[ \\t]*(#.*)?$/ { open = 0; want = 1 }',
    '{ if (/\\*\\/[ \\t]*$/ || /^[ \\t]*(\\/\\/|# )/) doc = 1; else if (!/^[ \\t]*(@.*|#\\[.*)?$/) doc = 0 }',
    'END { exit bad || !seen }',
  ].join(' ')
}
