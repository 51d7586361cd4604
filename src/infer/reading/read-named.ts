import { namedObjects } from '../../criteria/task/named-objects.ts'
import { findFiles } from '../../system/find-files.ts'
import type { NamedInTree, ReadingProblem } from '../../tools/manifests/project.ts'
import { isDataWithNames, isReached } from '../../tools/syntax/identifiers.ts'
import { identifiersIn } from '../task/task-names.ts'
import { readSource } from './read-file.ts'

const MOST_FILES = 20_000
const MOST_TEXT = 50_000_000
const DOCUMENT = /(?:^|\/)(?:readme|changelog|contributing)[^/]*$|\.(?:mdx?|rst|adoc|txt)$/i

/** Reads what a task about files and identifiers is about. Null when it names none, or the project is too large to look. */
export async function readNamed(root: string, task: string): Promise<NamedInTree | null> {
  const objects = namedObjects(task)
  const identifiers = identifiersIn(task, objects)
  const asks = objects.length > 0 || identifiers.length > 0 || DOCUMENTING.test(task)
  if (!asks) return null
  const paths = await findFiles(root, '**/*')
  if (paths.length > MOST_FILES) return null
  const texts = new Map<string, string>()
  const unread: ReadingProblem[] = []
  let total = 0
  for (const path of paths) {
    const isDocument = DOCUMENT.test(path) && isSpokenOf(path, task)
    if (!isDocument && (identifiers.length === 0 || !(isReached(path) || isDataWithNames(path)))) continue
    const text = readSource(root, path, unread)?.text ?? ''
    total += text.length
    if (total > MOST_TEXT) return null
    if (isDocument || identifiers.some(name => text.includes(name))) texts.set(path, text)
  }
  return { paths, texts }
}

const DOCUMENTING = /\b(?:docs?|document\w*|docstrings?|jsdoc|tsdoc|javadoc|rustdoc|readme|changelog|comments?)\b/i

const isSpokenOf = (path: string, task: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const spoken = task.toLowerCase()
  return spoken.includes(name) || (!path.includes('/') && spoken.includes(name.replace(/\..*$/, '')))
}
