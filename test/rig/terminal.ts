import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { shellQuote } from '../../src/tools/shell/shell-quote.ts'
import { environmentOf, type Project } from './project.ts'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

export const hasTerminals = spawnSync('script', ['--version']).status === 0

/** Runs the command line on a terminal, which `script` provides. An answer is typed when its question is there. */
export function onTerminal(
  { path, home }: Project,
  args: readonly string[],
  answers: readonly (readonly [question: string, answer: string])[],
  onOutput: (text: string) => void = () => {},
): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawn('script', ['-qec', [process.execPath, CLI, ...args].map(shellQuote).join(' '), '/dev/null'], {
    cwd: path,
    env: { ...environmentOf(home), TERM: 'xterm', SHELL: '/bin/sh' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const waiting = [...answers]
  let [out, asked] = ['', 0]
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    onOutput(text)
    const [next] = waiting
    if (!next || out.indexOf(next[0], asked) < 0) return
    asked = out.length
    waiting.shift()
    child.stdin.write(next[1])
    if (waiting.length === 0) child.stdin.end()
  })
  return new Promise(done => child.on('close', code => done({ code, out })))
}
