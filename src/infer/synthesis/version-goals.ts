import type { Criterion } from '../../criteria/criterion.ts'
import { exists, folderAt, type Project, textAt } from '../../tools/manifests/project.ts'
import { fileRule } from './document-goals.ts'

/** "bump the version to 2.0.0": the project's own version. "The version of lodash", "the Python version" are others. */
const TO_VERSION =
  /\b(?:bump|raise|set|update|change|upgrade|increase|increment|move)\w*\s+(?:(?:the|our|its|this|current|package|project|library|crate|app|gem|module|release)(?:'s)?\s+)*version(?:\s+(?:number|string))?\s+(?:from\s+\S+\s+)?to\s+v?(\d+(?:\.\d+)+(?:[-+][\w.+-]*\w)?)/i

const MANIFESTS = [
  ...['package.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'Cargo.toml', 'CMakeLists.txt', 'meson.build'],
  ...['composer.json', 'mix.exs', 'pubspec.yaml', 'build.gradle', 'build.gradle.kts', 'Project.toml', 'shard.yml'],
]

/** A whole version in a manifest: `"version": "1.2.0"`, `version = '1.2'`, `project(x VERSION 1.2.0`. */
const HELD = /(?:^|[\s,({[])["']?version["']?(?:\s*[:=]\s*|\s+)["']?v?\d+(?:\.\d+)+/im

/** The files that hold the project's version must hold the new one. */
export function versionGoals(task: string, project: Project): readonly Criterion[] {
  const version = TO_VERSION.exec(task)?.[1]
  if (version === undefined) return []
  const held = MANIFESTS.filter(name => HELD.test(textAt(project, name)))
  const open = (held.length > 0 ? held : initFiles(project)).filter(name => !textAt(project, name).includes(version))
  const pattern = version.replace(/[.+]/g, '\\$&')
  return open.map(name => fileRule(name, { kind: 'matches', pattern, flags: '', negated: false }))
}

/** A Python package without a version in its manifest has it in its only `__init__.py`. */
function initFiles(project: Project): readonly string[] {
  if (!['setup.py', 'pyproject.toml', 'setup.cfg'].some(name => exists(project, name))) return []
  const found = ['', 'src/'].flatMap(parent =>
    [...project.tree.keys()].filter(
      path =>
        path.startsWith(parent) &&
        /^(?!tests?$|docs?$)[^/]+$/.test(path.slice(parent.length)) &&
        folderAt(project, path).files.includes('__init__.py'),
    ),
  )
  return found.length === 1 ? [`${found[0]}/__init__.py`] : []
}
