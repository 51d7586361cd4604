import { basename, dirname, join, normalize, resolve } from 'node:path'
import type { Project, ReadingProblem, SourceFile } from '../tools/manifests/project.ts'
import { workspaceFolders } from '../tools/manifests/workspace.ts'
import { chooseFiles, MEMBER_LIMIT } from './reading/choose-files.ts'
import { parseData } from './reading/parse-data.ts'
import { readSource } from './reading/read-file.ts'
import { readNamed } from './reading/read-named.ts'
import { walk } from './reading/walk.ts'

const TOTAL_LIMIT = 20_000_000
const IMPORT_DEPTH = 5

/** Looks at a project once: names of files, and the text of those that may say what "done" means. Runs nothing. */
export async function readProject(directory: string, task = ''): Promise<Project> {
  const root = resolve(directory)
  const problems: ReadingProblem[] = []
  const tree = walk(root, problems)
  const files = new Map<string, SourceFile>()
  let total = 0
  const take = async (path: string): Promise<SourceFile | null> => {
    const raw = readSource(root, path, problems)
    if (raw === null) return null
    total += raw.text.length
    const file = { path, ...raw, data: await parseData(path, raw.text, problems) }
    files.set(path, file)
    return file
  }
  for (const path of chooseFiles(tree, task)) {
    if (total > TOTAL_LIMIT) {
      problems.push({ code: 'too-much-text', megabytes: TOTAL_LIMIT / 1e6 })
      break
    }
    const file = await take(path)
    if (file !== null && IMPORTING.test(path)) await followImports(file, files, take)
  }
  const project = { name: basename(root), tree, files, problems }
  for (const folder of workspaceFolders(project).slice(0, MEMBER_LIMIT)) {
    const path = `${folder}/package.json`
    if (!files.has(path) && total <= TOTAL_LIMIT) await take(path)
  }
  const named = await readNamed(root, task)
  return named === null ? project : { ...project, named }
}

const IMPORTING = /(^|\/)(CLAUDE|AGENTS|AIWG|GEMINI)\.md$/i

/** `@AGENTS.md` in an agent's document means: include that file here. */
async function followImports(
  file: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
  take: (path: string) => Promise<SourceFile | null>,
): Promise<void> {
  let level: SourceFile[] = [file]
  for (let depth = 0; depth < IMPORT_DEPTH && level.length > 0; depth++) {
    const next: SourceFile[] = []
    for (const importing of level) {
      for (const [, name = ''] of importing.text.matchAll(/(?:^|\s)@([\w./-]+\.(?:md|txt|rst))\b/gm)) {
        const path = normalize(join(dirname(importing.path), name)).replaceAll('\\', '/')
        if (path.startsWith('..') || path.startsWith('/') || files.has(path)) continue
        const found = await take(path)
        if (found !== null) next.push(found)
      }
    }
    level = next
  }
}
