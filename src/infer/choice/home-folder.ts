import { unwrap } from '../../tools/commands/unwrap.ts'
import { exists, folderAt, type Project } from '../../tools/manifests/project.ts'
import { words } from '../../tools/shell/shell-text.ts'
import type { Candidate } from '../evidence.ts'

/** Programs that look for a file in the current folder, or above it, and stop without it. */
const NEEDS: readonly (readonly [program: RegExp, manifest: RegExp])[] = [
  [/^dotnet$/, /\.(slnx?|slnf|(cs|fs|vb)proj|proj)$/],
  [/^cargo$/, /^Cargo\.toml$/],
  [/^(\.\/)?mvnw?$/, /^pom\.xml$/],
  [/^mix$/, /^mix\.exs$/],
  [/^flutter$/, /^pubspec\.yaml$/],
  [/^swift$/, /^Package\.swift$/],
]

/** They say where the file is. */
const TELLS_PLACE = /\s(--manifest-path|-C|-f|--file|--package-path|--project)[= ]|\S\.(slnx?|slnf|\w+proj)\b/

/**
 * Where everything of an ecosystem lies in one folder (`src/App.sln`), that folder is the project, and a command in it is about the whole.
 * A line that only works there, but was written for the root, is run there.
 */
export function fromHomeFolder(found: Candidate, project: Project): Candidate {
  const line = found.command.replace(/^cd \S+ && /, '')
  const [program = ''] = words(unwrap(line))
  const manifest = NEEDS.find(([name]) => name.test(program))?.[1]
  const home = manifest === undefined ? '' : homeOf(manifest, project)
  if (home === '') return found
  if (found.folder === home) return { ...found, folder: '' }
  if (found.folder !== '' || TELLS_PLACE.test(line) || namesPlace(line, project)) return found
  return { ...found, command: `cd ${home} && ${found.command}` }
}

/** `dotnet test src/App.Test`: written for the root. */
const namesPlace = (line: string, project: Project): boolean =>
  words(line).some(word => word.includes('/') && exists(project, word.replace(/^\.\//, '').replace(/\/$/, '')))

/** The root is a project itself, and a folder with another language is a part of it. */
const IS_PROJECT =
  /^(package\.json|deno\.jsonc?|pyproject\.toml|setup\.py|go\.mod|Gemfile|composer\.json|CMakeLists\.txt|build\.(gradle(\.kts)?|sbt|zig)|meson\.build)$/

/** The only folder below the root with such a file; empty where the root is a project, or several folders have one. */
function homeOf(manifest: RegExp, project: Project): string {
  const has = (folder: string): boolean => folderAt(project, folder).files.some(name => manifest.test(name))
  const { files } = folderAt(project, '')
  if (files.some(name => IS_PROJECT.test(name) || NEEDS.some(([, needed]) => needed.test(name)))) return ''
  const homes = folderAt(project, '').folders.filter(has)
  return homes.length === 1 ? (homes[0] ?? '') : ''
}
