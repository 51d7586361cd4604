import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { exists, type Project } from '../../tools/manifests/project.ts'

/** Words around a program of the project's own say what it is for. */
export function purposeInWords(context: string): Purpose | null {
  const text = context.toLowerCase()
  if (/coverage/.test(text)) return 'coverage'
  if (/\btests?\b|\bspecs?\b|test suite/.test(text)) return 'test'
  if (/type.?check|\btypes\b/.test(text)) return 'types'
  if (/\blint|static (checks|analysis)|style/.test(text)) return 'lint'
  if (/format/.test(text)) return 'format'
  return /\b(build|compile)/.test(text) ? 'build' : null
}

/** Programs whose own name says that they make or change something. */
const ACTS =
  /(generat|updat|releas|publish|bump|install|setup|bootstrap|sync|download|fetch|migrat|convert|creat|init|deploy|clean|serve|start)/i

/** A program in the project whose name does not say what it does. */
export function ownProgram(command: string, project: Project): boolean {
  const [first = ''] = command.split(/\s+/)
  if (ACTS.test(first.split('/').at(-1) ?? '')) return false
  if (/^cargo (xtask|dev)\b/.test(command)) return true
  return (first.includes('/') || /\.\w+$/.test(first)) && exists(project, first.replace(/^\.\//, ''))
}
