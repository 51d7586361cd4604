import type { Syntax } from './syntax.ts'

/** A declaration, in one line, of something that is called. */
const HEADERS: readonly RegExp[] = [
  /^\s*(?:[\w@()]+\s+)*?(?:function\s*\*?|def|fn|func|fun|sub)\s+(?:\([^)]*\)\s*)?(?:self\.)?(?<name>[A-Za-z_$][\w$]*)/,
  /^\s*(?:[\w.]+\s+)*?(?<name>[A-Za-z_$][\w$]*)\s*[:=]\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>|lambda\b)/,
  // A method in braces, and a function of C, whose brace may be on the next line.
  /^\s*(?!(?:if|for|while|switch|return|else|catch|await|throw|new|do|case)\b)(?:[\w<>[\],*&:]+\s+)*?\**(?<name>[A-Za-z_$][\w$]*)(?:<[^<>()]*>)?\s*\([^;{}]*\)?[^;{}=]*\{\s*$/,
  /^(?!(?:if|for|while|switch|return|else)\b)[\w*\s]*?(?<name>[A-Za-z_]\w*)\s*\([^;{}]*\)\s*\n\{\s*$/,
]

/** Of code that people wrote. */
const LONGEST_HEADER = 300

/** A constant, whose value is part of its declaration. */
const CONSTANT =
  /^(?:(?:\s*|export )(?:static |private |public |readonly |final )*(?:const |let |var |static )?(?:[\w<>.]+ )?(?<loud>[A-Z][A-Z\d_]{2,})|(?:export )?(?:const|let|var) (?<name>[\w$]+))\s*(?::[^=]*)?=(?![=>])/

/** The lines of the functions and constants with these names, of functions without their headers, for each that is declared. Told by indentation. */
export function functionLines({ code }: Syntax, names: ReadonlySet<string>): readonly (readonly number[])[] {
  const lines = code.split('\n')
  const depth = (line: string): number => line.length - line.trimStart().length
  return lines.flatMap((header, at) => {
    if (header.length > LONGEST_HEADER) return []
    const two = `${header}\n${lines[at + 1] ?? ''}`
    const name = HEADERS.map(pattern => (pattern.exec(header) ?? pattern.exec(two))?.groups?.['name']).find(
      found => found !== undefined,
    )
    const constant = name === undefined ? CONSTANT.exec(header)?.groups : undefined
    if (!names.has(name ?? constant?.['loud'] ?? constant?.['name'] ?? '')) return []
    const own = depth(header)
    const rest = lines.slice(at + 1)
    // The end of a list of parameters is no end of the function.
    const inside = (line: string, index: number): boolean =>
      line.trim() === '' || depth(line) > own || /^[)\]]/.test(line.trim()) || (index === 0 && line.trim() === '{')
    const end = rest.findIndex((line, index) => !inside(line, index))
    const body = (end < 0 ? rest : rest.slice(0, end)).flatMap((line, index) =>
      line.trim() === '' ? [] : [at + index + 2],
    )
    // A constant, or all of a function in one line.
    if (constant !== undefined || body.length === 0) body.unshift(at + 1)
    return [body]
  })
}
