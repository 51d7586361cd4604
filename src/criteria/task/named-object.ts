import type { ObjectName } from './phrase-names.ts'

/**
 * Something that a task names, and what should be true of it when the task is done. The tree can confirm or contradict it.
 * - file: a path from the root, or a bare file name (`README` also means `Readme.md`); a folder ends with `/`.
 * - symbol: an identifier as written; of `Foo.bar`, `Foo::bar`, or `Foo#bar`, sources may contain only the last part. An ordinary word
 *   (`slug`) counts only if the code declares it.
 * - heading: the words of a heading, in any case, in the document `near`.
 * - option: a flag or a command of a command line.
 */
export interface NamedObject extends ObjectName {
  /**
   * `changed`: an earlier declaration of it is gone or different; `made`: a declaration of it is new or different; `added`: the
   * changed code has the word more often than before, also as a part of a longer name; `moved`: a file declares it that did not;
   * `deprecated`: the project says so once more than before, near the name.
   */
  readonly expect: 'present' | 'absent' | 'changed' | 'made' | 'added' | 'moved' | 'deprecated'
  /** The file or folder that the task names as its place. */
  readonly near?: string
  /** An ordinary word: it counts only if the code declared it before the first turn. */
  readonly ifDeclared?: true
  /** A word that may be a subject instead of a name: if the change mentions it anywhere, a contradiction is no more than a warning. */
  readonly isWord?: true
  /** The sentence can be read in another way, so a contradiction is no more than a warning. */
  readonly doubtful?: true
}
