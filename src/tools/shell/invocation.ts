import type { Command } from 'unbash'
import { ownEntry } from '../../std/own-entry.ts'
import { argumentsOf, readShell, simpleCommands } from './shell-line.ts'

/** One program that a line would run, seen through `npx`, `env`, `timeout`, `bash -c` and the like. */
export interface Invocation {
  readonly program: string
  readonly args: readonly string[]
  /** Something around it ends it in time. */
  readonly limited: boolean
}

/** Every program that a line would start, as far as its text says. */
export function invocationsIn(line: string): readonly Invocation[] {
  const script = readShell(line)
  return script ? simpleCommands(script).flatMap(invocationsOf) : []
}

export function invocationsOf(command: Command): readonly Invocation[] {
  if (!command.name) return []
  return unwrapped({ program: command.name.value, args: argumentsOf(command), limited: false })
}

const wrappers: Readonly<Record<string, RegExp>> = {
  // The options that take no value of their own, and what else may stand before the program.
  env: /^(?:-.*|\w+=.*)$/,
  'cross-env': /^\w+=/,
  sudo: /^-/,
  time: /^-/,
  nice: /^(?:-.*|\d+)$/,
  nohup: /^-/,
  command: /^-/,
  exec: /^-/,
  stdbuf: /^-/,
  timeout: /^(?:-.*|[\d.]+[smhd]?|[A-Z]+)$/,
  gtimeout: /^(?:-.*|[\d.]+[smhd]?|[A-Z]+)$/,
  npx: /^-/,
  pnpx: /^-/,
  bunx: /^-/,
  uvx: /^-/,
  dotenv: /^(?:-.*|\.env.*)$/,
  xargs: /^(?:-.*|\d+)$/,
  doas: /^-/,
  watchexec: /^-/,
}

const runners: readonly (readonly [string, readonly string[]])[] = [
  ['pnpm', ['exec', 'dlx']],
  ['yarn', ['exec', 'dlx']],
  ['npm', ['exec', 'x']],
  ['bun', ['x']],
  ['bundle', ['exec']],
  ['poetry', ['run']],
  ['uv', ['run']],
  ['pdm', ['run']],
  ['hatch', ['run']],
  ['pipenv', ['run']],
  ['rye', ['run']],
  ['mise', ['exec']],
  ['direnv', ['exec']],
]

function unwrapped({ program, args, limited }: Invocation): readonly Invocation[] {
  const name = program.split('/').at(-1) ?? program
  const wrapper = ownEntry(wrappers, name)
  if (wrapper) {
    const start = args.findIndex(argument => !wrapper.test(argument))
    const inner = args[start]
    const ends = limited || /timeout$/.test(name)
    return start >= 0 && inner !== undefined
      ? unwrapped({ program: inner, args: args.slice(start + 1), limited: ends })
      : [{ program: name, args, limited }]
  }
  const [first, ...rest] = args
  if (first !== undefined && runners.some(([runner, words]) => runner === name && words.includes(first))) {
    const start = rest.findIndex(argument => !argument.startsWith('-'))
    const inner = rest[start]
    if (inner !== undefined) return unwrapped({ program: inner, args: rest.slice(start + 1), limited })
  }
  const script = shellScript(name, args)
  if (script !== null) return invocationsIn(script).map(each => ({ ...each, limited: each.limited || limited }))
  return [{ program: name, args, limited }]
}

/** The script of `bash -c '…'`. */
export function shellScript(program: string, args: readonly string[]): string | null {
  if (!/^(?:ba|z|da|k)?sh$|^eval$/.test(program)) return null
  if (program === 'eval') return args.join(' ')
  const flag = args.findIndex(argument => /^-[a-z]*c$/.test(argument))
  return flag === -1 ? null : (args[flag + 1] ?? null)
}
