import { warningsAbout } from '../../criteria/warnings.ts'
import { checkProblem } from '../problems.ts'

/** Refuses a command that always succeeds. */
export function refuseIdle(command: string): void {
  const idle = command.split('\n').every(line => /^\s*(?:#.*)?$/.test(line))
  const criterion = { kind: 'exit_code', command, expect: 0, said: command } as const
  const because = idle
    ? 'It contains no command.'
    : warningsAbout(criterion, {}).find(({ code }) => code === 'cannot_fail')?.says
  if (because === undefined) return
  throw checkProblem('command-cannot-fail', { command, because })
}
