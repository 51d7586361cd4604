import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readRegular } from '../../system/read-regular.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { namedTools } from '../../tools/commands/tool-names.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { plain } from '../../tools/reading/plain.ts'
import { logicalLines, pieces, unquoted, words } from '../../tools/shell/shell-text.ts'
import { scriptsIn } from './folder-scripts.ts'

/** The shell lines that a command runs, as far as they can be read. */
export interface RunLines {
  /** The command itself, and the script that a package manager shows before it runs it. */
  readonly asked: string
  /** The same with the lines of the scripts, targets, and shell files that the command names, and of those that these name. */
  readonly all: string
  /** The text of the other programs of the project that these lines start: `python3 run_tests.py`. */
  readonly programs: readonly string[]
  /** Folders in which these lines run. */
  readonly folders: readonly string[]
}

export function runLines(command: string, output: string, cwd: string): RunLines {
  const asked = [command, ...announced(output)]
  const found = { lines: [...asked], programs: new Map<string, string>(), folders: new Set([cwd]) }
  for (const line of asked) follow(line, cwd, LEVELS, found)
  return {
    asked: asked.join('\n'),
    all: found.lines.join('\n'),
    programs: [...found.programs.values()],
    folders: [...found.folders],
  }
}

/** A script that runs a target that runs a shell file. */
const LEVELS = 4
const MOST_LINES = 2_000

/** Lines by which package managers show the script that they run. */
const announced = (output: string): string[] =>
  (plain(output).match(/^[>$] \S.*$/gm) ?? []).map(line => line.slice('> '.length))

interface Found {
  readonly lines: string[]
  readonly programs: Map<string, string>
  readonly folders: Set<string>
}

/** Adds what the pieces of a line run. `cd` applies to the pieces after it. */
function follow(line: string, cwd: string, levels: number, found: Found): void {
  let folder = cwd
  for (const { text } of pieces(line)) {
    const bare = unwrap(text.replace(/^(?:(?:if|then|else|elif|do|while|until|!)\s+)+/, ''))
    const inner = /^[({]\s*(.*?)[\s;]*[)}]$/s.exec(bare)?.[1]
    const into = /^(?:cd|pushd)\s+(\S+)$/.exec(bare)?.[1]
    if (into !== undefined) folder = resolve(folder, unquoted(into))
    else if (inner !== undefined) follow(inner, folder, levels, found)
    else if (levels > 0 && found.lines.length < MOST_LINES) enter(bare, folder, levels - 1, found)
  }
}

/** `make -C sub test`, `npm --prefix sub test`, `yarn --cwd sub test`. */
const ELSEWHERE = /^((?:g?make|npm|pnpm|yarn|bun|just)\b.*?)\s+(?:-C\s*|--(?:directory|prefix|cwd|dir)[= ]\s*)(\S+)/

function enter(command: string, cwd: string, levels: number, found: Found): void {
  const folder = resolve(cwd, unquoted(ELSEWHERE.exec(command)?.[2] ?? '.'))
  const bare = command.replace(ELSEWHERE, '$1')
  found.folders.add(folder)
  for (const line of scriptsIn(folder, referenceIn(bare))) {
    found.lines.push(line)
    follow(line, folder, levels, found)
  }
  for (const path of filesIn(bare)) {
    const text = textAt(resolve(folder, path))
    if (text === null) continue
    if (!isShell(path, text)) {
      if (PROGRAM.test(path)) found.programs.set(resolve(folder, path), text)
      continue
    }
    const lines = logicalLines(text).map(line => line.text)
    found.lines.push(...lines)
    follow(lines.join('\n'), folder, levels, found)
  }
}

const PROGRAM = /\.(?:py|[cm]?[jt]s|rb|pl|php)$/

function filesIn(command: string): string[] {
  const files = words(command).map(unquoted)
  return files.filter(
    (word, at) =>
      /\/|\.(?:ba|da|k|z)?sh$/.test(word) || PROGRAM.test(word) || /^(?:ba|da|k|z)?sh$/.test(files[at - 1] ?? ''),
  )
}

const LARGEST = 1_000_000

function textAt(path: string): string | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size > LARGEST ? null : (readRegular(path)?.toString() ?? null)
}

const isShell = (path: string, text: string): boolean =>
  /\.(?:ba|da|k|z)?sh$/.test(path) || /^#!.*\b(?:ba|da|k|z)?sh\b/.test(text)

/**
 * Whether a failure of this tool is part of a check that passes: `! pytest bad`, `if pytest bad; then exit 1`, `pytest bad; test $? = 1`.
 * Which of several reports is the expected one cannot be told, so the exit code decides.
 */
export const mayReportFailure = (tool: string, { all }: RunLines): boolean =>
  /\$\?/.test(all) || all.split('\n').some(line => EXPECTS_FAILURE.test(line) && namedTools(line).includes(tool))

export const EXPECTS_FAILURE =
  /(?:^|[;&|({]|\b(?:then|do|else))\s*[@-]?!\s|(?:^|[;&|({])\s*@?(?:if|elif|until|while)\s|&&\s*[({]?\s*(?:[^|&;]*;\s*)?(?:exit [1-9]|return [1-9]|false\b)/
