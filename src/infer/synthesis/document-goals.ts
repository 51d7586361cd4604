import type { Criterion, FileRule } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { folderAt, type Project } from '../../tools/manifests/project.ts'

/** A rule about one file. */
export function fileRule(glob: string, each: FileRule): Criterion {
  const leaf = { kind: 'files', glob, each, at_least: 1, said: '' } as const
  return { ...leaf, said: describeCriterion(leaf) }
}

/** The document that a name means: `README` is also `Readme.md`. Null when there is none. */
export function documentAt(project: Project, name: string): string | null {
  if (name === '') return null
  const paths = project.named?.paths ?? folderAt(project, '').files
  const wanted = name.toLowerCase()
  return (
    paths.find(path => path === name) ??
    paths.find(path => path.toLowerCase() === wanted) ??
    paths.find(path => !path.includes('/') && path.toLowerCase().startsWith(`${wanted}.`)) ??
    (/^changelog/.test(wanted)
      ? paths.find(path => /^(?:changelog|changes|history|news)(?:\.\w+)?$/i.test(path))
      : null) ??
    null
  )
}
