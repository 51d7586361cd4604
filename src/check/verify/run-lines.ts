import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { namedTools } from '../../tools/commands/tool-names.ts'
import { plain } from '../../tools/reading/plain.ts'
import { logicalLines, unquoted, words } from '../../tools/shell/shell-text.ts'

/** The shell lines that a command runs, as far as they can be read. */
export interface RunLines {
  /** The command itself, and the script that a package manager shows before it runs it. */
  readonly asked: string
  /** The same with the lines of the shell scripts and Makefiles that the command names. */
  readonly all: string
}

export async function runLines(command: string, output: string, cwd: string): Promise<RunLines> {
  const asked = [command, ...announced(output)].join('\n')
  const texts = await Promise.all(scriptsIn(asked).map(path => readFile(resolve(cwd, path), 'utf8').catch(() => '')))
  const scripts = texts.filter((text, at) => isShell(scriptsIn(asked)[at] ?? '', text))
  return { asked, all: [asked, ...scripts.flatMap(text => logicalLines(text).map(line => line.text))].join('\n') }
}

/** Lines by which package managers show the script that they run. */
const announced = (output: string): string[] =>
  (plain(output).match(/^[>$] \S.*$/gm) ?? []).map(line => line.slice('> '.length))

function scriptsIn(lines: string): string[] {
  const files = words(lines).map(unquoted)
  const named = files.filter(
    (word, at) => /\/|\.(?:ba|da|k|z)?sh$/.test(word) || /^(?:ba|da|k|z)?sh$/.test(files[at - 1] ?? ''),
  )
  return /\bmake\b/.test(lines) ? [...named, 'Makefile'] : named
}

const isShell = (path: string, text: string): boolean =>
  path === 'Makefile' || /\.(?:ba|da|k|z)?sh$/.test(path) || /^#!.*\b(?:ba|da|k|z)?sh\b/.test(text)

/**
 * Whether a failure of this tool is part of a check that passes: `! pytest bad`, `if pytest bad; then exit 1`, `pytest bad; test $? = 1`.
 * Which of several reports is the expected one cannot be told, so the exit code decides.
 */
export const mayReportFailure = (tool: string, { all }: RunLines): boolean =>
  /\$\?/.test(all) || all.split('\n').some(line => EXPECTS_FAILURE.test(line) && namedTools(line).includes(tool))

export const EXPECTS_FAILURE =
  /(?:^|[;&|({]|\b(?:then|do|else))\s*[@-]?!\s|(?:^|[;&|({])\s*@?(?:if|elif|until|while)\s|&&\s*[({]?\s*(?:[^|&;]*;\s*)?(?:exit [1-9]|return [1-9]|false\b)/
