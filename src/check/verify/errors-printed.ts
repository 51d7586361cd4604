import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AskedState } from '../../criteria/task/asks-for-state.ts'
import { plain } from '../../tools/reading/plain.ts'
import type { Verification } from './verification.ts'

/** Whether a run that exited 0 reports errors all the same: by its reader, in a line or a count, or as a list of files. */
export function printsErrors(run: Verification, asked: AskedState, cwd: string): boolean {
  const tools = run.reading?.tools ?? []
  if (tools.some(({ kind, problems }) => kind === 'diagnostics' && (problems?.errors ?? 0) > 0)) return true
  // Tests print errors on purpose; their report counts.
  if (tools.some(({ kind }) => kind === 'tests')) return false
  const output = withoutScripts(run.output).replace(NO_PROBLEMS, '')
  if (COUNTED.test(output) || ERROR_LINE.test(output)) return true
  return !asked.purposes.some(purpose => LISTS.includes(purpose)) && listsFiles(output, cwd)
}

/** What compilers and test runners list is no finding. */
const LISTS: readonly string[] = ['build', 'types', 'test', 'coverage']

/** Without the lines by which package managers show what they run. */
export const withoutScripts = (output: string): string => plain(output).replace(/^[>$] .*$/gm, '')

export const NO_PROBLEMS = /\b(?:0|no|zero) (?:\w+ )?(?:warnings?|problems?|issues?|violations?|errors?)/gi

const COUNTED =
  /(?<![\d.])[1-9]\d* (?:[\w-]+ )?(?:errors?|problems?|issues?|violations?|findings?|offen[sc]es?)\b|\b(?:errors?|failures|problems|violations)\s*[:=]\s*[1-9]/i
const ERROR_LINE =
  /^\W*(?:error|fatal)(?:\[\w+\])?(?::|!|\s+(?:in|at|TS\d)\b|\s*$)|[\w)\]]:\s*(?:fatal |syntax |type )?error\b|\b(?:Syntax|Type|Reference|Name|Import|Indentation)Error\b|^Traceback \(/im

/** Formatters list the files that they would change, or print the difference, and some exit 0. */
const listsFiles = (output: string, cwd: string): boolean =>
  /^(?:diff |@@ -)/m.test(output) || output.split('\n').some(line => isFile(line.trim(), cwd))

const isFile = (line: string, cwd: string): boolean =>
  /^[^\s:]+\.\w+$/.test(line) && statSync(resolve(cwd, line), { throwIfNoEntry: false })?.isFile() === true
