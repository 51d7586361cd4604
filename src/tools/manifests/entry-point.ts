import { at, exists, fileAt, type Project, string } from './project.ts'

/** The file that a Node package loads when it is imported or run; null when there is none. */
export function entryPoint(project: Project): string | null {
  const main = string(at(fileAt(project, 'package.json')?.data, 'main')).replace(/^\.\//, '') || 'index.js'
  return /^[\w./-]+$/.test(main) && exists(project, main) ? main : null
}
