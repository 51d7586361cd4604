import { TOOLS } from '../catalog.ts'
import { at, fileAt, type Project, record } from '../manifests/project.ts'

/** A run of tests, held to those of one area, where its runner fails when none match; else the command itself. */
export function narrowed(command: string, area: string, project: Project): string {
  if (!/^[a-z]/.test(area) || command.includes('&&')) return command
  const flag = TOOLS.find(({ name, commands }) => commands?.narrows !== undefined && runs(command, name, project))
    ?.commands?.narrows
  const separator = command.startsWith('npm ') ? ' --' : ''
  return flag === undefined ? command : `${command}${separator} ${flag}${area}`
}

/** Whether a command runs the tool: by its last word, or through a package manager in a project that has it. */
function runs(command: string, tool: string, project: Project): boolean {
  if (new RegExp(String.raw`\b${tool}$`).test(command)) return true
  if (!/^(npm|pnpm|yarn|npx)\b/.test(command)) return false
  const manifest = fileAt(project, 'package.json')?.data
  const needs = { ...record(at(manifest, 'dependencies')), ...record(at(manifest, 'devDependencies')) }
  const scripts = JSON.stringify(at(manifest, 'scripts') ?? {})
  return needs[tool] !== undefined || new RegExp(String.raw`\b${tool}\b`).test(scripts)
}
