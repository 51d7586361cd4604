import type { Argv, Environment } from '../../system/shell.ts'
import type { Permissions } from '../permissions.ts'
import type { Mode, Program } from '../program.ts'

interface Called {
  readonly argv: Argv
  readonly env: Environment
}

interface HeadlessCall {
  readonly session: string | null
  /** A name for a new conversation, for programs that do not name theirs. */
  readonly newSession: string
  readonly model: string | null
  readonly permissions: Exclude<Permissions, 'ask'>
  readonly promptFile: string
}

/** The command for one unattended turn. */
export function commandLine(program: Program, call: HeadlessCall): Called {
  const mode: Mode = program.modes[call.permissions] ?? {}
  const resumes = call.session !== null && program.resume !== null
  const words = [
    ...(program.headless ?? []),
    ...(call.model === null ? [] : (program.model ?? [])),
    ...(mode.args ?? []),
    ...program.args,
    ...(resumes ? (program.resume ?? []) : program.fresh),
    ...program.last,
  ]
  return { argv: [program.program, ...words.map(word => filled(word, call))], env: { ...program.env, ...mode.env } }
}

const filled = (word: string, { session, newSession, model, promptFile }: HeadlessCall): string =>
  word
    .replaceAll('{session}', () => session ?? '')
    .replaceAll('{new_session}', () => newSession)
    .replaceAll('{model}', () => model ?? '')
    .replaceAll('{prompt_file}', () => promptFile)
