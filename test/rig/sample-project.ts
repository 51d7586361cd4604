import { parseData } from '../../src/infer/reading/parse-data.ts'
import type { FolderEntries, Project, SourceFile } from '../../src/tools/manifests/project.ts'

/** A project of these files, as `readProject` would see it. */
export async function projectOf(texts: Readonly<Record<string, string>>): Promise<Project> {
  const tree = new Map<string, { files: string[]; folders: string[] }>([['', { files: [], folders: [] }]])
  const files = new Map<string, SourceFile>()
  for (const [path, text] of Object.entries(texts)) {
    files.set(path, { path, text, data: await parseData(path, text, []), executable: false })
    const parts = path.split('/')
    for (let depth = 0; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      const entries = tree.get(folder) ?? { files: [], folders: [] }
      tree.set(folder, entries)
      const list = depth === parts.length - 1 ? entries.files : entries.folders
      const name = parts[depth] ?? ''
      if (!list.includes(name)) list.push(name)
    }
  }
  return { name: 'sample', tree: tree as ReadonlyMap<string, FolderEntries>, files, problems: [] }
}
