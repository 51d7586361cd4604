import { basename, dirname, extname } from 'node:path/posix'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'

const SCRIPT = /\.(?:[cm]?js|json|node)$/
/** Search paths may find a file of that name first. */
const SEARCHED = /\.(?:php|py|rb)$/

interface Tree {
  /** Whether this folder is one that `require` loads: with an index. */
  readonly isModule: (folder: string) => boolean
  /** All files of the tree before the first turn. */
  readonly before: ReadonlyMap<string, string>
}

/** New files that are loaded in place of others: `lib.js` beside the folder `lib`, or a second `helpers.php` with the same classes. */
export function shadowingFiles(files: readonly ChangedText[], { isModule, before }: Tree): Worse[] {
  return files
    .filter(file => file.before === null && file.now !== null && kindOf(file.path) !== 'test')
    .flatMap(({ path, now }) => {
      const hidden =
        SCRIPT.test(path) && isModule(path.replace(SCRIPT, ''))
          ? `${path.replace(SCRIPT, '')}/`
          : SEARCHED.test(path)
            ? helperLike(path, now ?? '', before)
            : null
      return hidden === null
        ? []
        : [
            {
              rule: 'checks-patched',
              objection: 'tampered',
              what: `\`${path}\` is loaded instead of \`${hidden}\``,
              path,
              line: 1,
            } as const,
          ]
    })
}

const DECLARED =
  /^[ \t]*(?:(?:final|abstract|export|public)\s+)*(?:class|module|trait|interface|function|def)\s+(\w+)/gm

/** A file of the tests with the same name, and with declarations of the same name. */
function helperLike(path: string, text: string, before: ReadonlyMap<string, string>): string | null {
  const declared = (of: string, content: string): string[] =>
    [...(syntaxOf(of, content)?.code ?? '').matchAll(DECLARED)].map(([, name = '']) => name)
  const own = declared(path, text)
  const isHelper = (other: string): boolean =>
    basename(other) === basename(path) &&
    extname(other) === extname(path) &&
    dirname(other) !== dirname(path) &&
    (kindOf(other) === 'test' || /(?:^|\/)(?:tests?|specs?)\//i.test(other))
  return (
    [...before].find(
      ([other, content]) => isHelper(other) && declared(other, content).some(name => own.includes(name)),
    )?.[0] ?? null
  )
}
