import { isAboutDocument } from '../../criteria/task/asks-for-behavior.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import type { GateOptions } from '../options.ts'
import type { ChangedFile } from './moved-files.ts'

/** A changed source file of the product. */
interface Source {
  readonly path: string
  readonly before: string
  readonly now: string
}

/**
 * Other evidence of the work if no test fails without it: the text that the task quotes replaced another text, the directive that it quotes
 * was added, or the document that it is about changed. Null if there is none, or if tests changed: a changed test can show the work.
 */
export async function shownWithoutTest(
  { task, readBefore, readNow }: Pick<GateOptions, 'task' | 'readBefore' | 'readNow'>,
  changes: readonly ChangedFile[],
  testsChanged: boolean,
): Promise<string | null> {
  if (testsChanged || changes.length === 0) return null
  const sources: Source[] = []
  const others = changes.filter(one => !isDocument(one))
  for (const { path } of others) {
    if (kindOf(path) !== null || syntaxOf(path, '') === null) continue
    sources.push({ path, before: (await readBefore(path)) ?? '', now: (await readNow(path)) ?? '' })
  }
  const isSame = (source: Source): boolean => [...linesLeft(source, 'before'), ...linesLeft(source, 'now')].length === 0
  if (sources.length === others.length && sources.every(isSame))
    return isAboutDocument(task) ? 'only documents and comments changed, and the task is about them' : null
  if (hasQuotedText(task, sources)) return 'the text that the task quotes replaced another text'
  return hasQuotedDirective(task, sources) ? 'the only change in the code is the directive that the task quotes' : null
}

export const isDocument = ({ path }: Pick<ChangedFile, 'path'>): boolean =>
  /\.(?:mdx?|rst|adoc|txt)$|(?:^|\/)(?:CHANGELOG|README|LICENSE|HISTORY|CONTRIBUTING|AUTHORS)[^/]*$/i.test(path)

const TEXT_WORD =
  /\b(?:messages?|errors?|texts?|wording|words?|hints?|labels?|titles?|captions?|prompts?|warnings?|help|usage|typos?|spelling|phrases?|greetings?|says?|reads?|logs?|prints?)\b/i
const QUOTED = /"([^"\n]{4,200})"|`([^`\n]{4,200})`|“([^”\n]{4,200})”|(?<!\w)'([^'\n]{4,200})'(?!\w)/g

const quotedIn = (task: string): string[] =>
  [...task.matchAll(QUOTED)].map(found => found.slice(1).find(text => text !== undefined) ?? '')

/** "Although the password is right", "for an empty list": then it depends on the code which text is shown. */
const CONDITION = /\b(?:although|though|when(?:ever)?|if|unless|while|despite|for (?:an?|the))\b/i

/**
 * One of the quoted texts is new inside a string, and only strings changed. If the removed line had another quoted text, no line of the
 * changed files may still have it. No text is enough if the task says under which condition it is shown.
 */
export function hasQuotedText(task: string, sources: readonly Source[]): boolean {
  if (!TEXT_WORD.test(task) || CONDITION.test(task.replace(QUOTED, '""'))) return false
  if (!sources.every(hasSameCode)) return false
  const quoted = quotedIn(task)
  return sources.some(source => {
    const [removed, added] = [linesLeft(source, 'before'), linesLeft(source, 'now')]
    return added.some(line => {
      const old = removed.find(one => one.code === line.code)
      if (old === undefined) return false
      const text = quoted.find(one => isIn(one, line) && !isIn(one, old))
      if (text === undefined) return false
      const replaced = quoted.filter(one => one !== text && !text.includes(one) && isIn(one, old))
      return !sources.some(one => linesOf(one.path, one.now).some(row => replaced.some(gone => isIn(gone, row))))
    })
  })
}

/** Whether the changed lines differ only in their strings. */
function hasSameCode(source: Source): boolean {
  const [before, now] = (['before', 'now'] as const).map(which => linesLeft(source, which).map(({ code }) => code))
  return before?.sort().join('\n') === now?.sort().join('\n')
}

interface Line {
  /** The line with blank comments. */
  readonly spoken: string
  /** The line with blank comments and strings. */
  readonly code: string
}

/** Whether a string in this line has the text. Its quotes may be escaped. */
const isIn = (text: string, { spoken, code }: Line): boolean =>
  spoken.replace(/\\(["'`])/g, '$1').includes(text) && !code.includes(text)

function linesOf(path: string, text: string): Line[] {
  const syntax = syntaxOf(path, text)
  if (syntax === null) return []
  const code = syntax.code.split('\n')
  return syntax.spoken
    .split('\n')
    .map((spoken, at) => ({
      spoken: spoken.trim(),
      code: (code[at] ?? '').replace(/["'`]/g, '"').replace(/\s+/g, ' ').trim(),
    }))
    .filter(({ spoken }) => spoken !== '')
}

/** The lines that only one of the two texts has. */
function linesLeft({ path, before, now }: Source, which: 'before' | 'now'): Line[] {
  const others = new Map<string, number>()
  for (const { spoken } of linesOf(path, which === 'now' ? before : now))
    others.set(spoken, (others.get(spoken) ?? 0) + 1)
  return linesOf(path, which === 'now' ? now : before).filter(({ spoken }) => {
    const count = others.get(spoken) ?? 0
    others.set(spoken, count - 1)
    return count <= 0
  })
}

/** Attributes, pragmas, and declarations that compilers and interpreters read. They do not change what correct code does. */
const DIRECTIVE =
  /^(?:#!?\[\s*(?:deny|forbid|warn|must_use|non_exhaustive|track_caller|inline)\b.*\]|declare\s*\(\s*strict_types\s*=\s*1\s*\)\s*;?|["']use strict["'];?|#\s*pragma\s+once|from __future__ import annotations)$/

/** Whether the task quotes a directive, the code now has all its names in one directive, and no other code changed. */
export function hasQuotedDirective(task: string, sources: readonly Source[]): boolean {
  const wanted = quotedIn(task).flatMap(text => (DIRECTIVE.test(text.trim()) ? [namesOf(text)] : []))
  if (wanted.length === 0) return false
  const changed = sources.flatMap(source => [...linesLeft(source, 'before'), ...linesLeft(source, 'now')])
  if (changed.length === 0 || !changed.every(({ spoken }) => DIRECTIVE.test(spoken))) return false
  const added = sources.flatMap(source => linesLeft(source, 'now'))
  return wanted.some(names => added.some(({ spoken }) => names.every(name => namesOf(spoken).includes(name))))
}

const namesOf = (text: string): string[] => text.match(/\w+/g) ?? []
