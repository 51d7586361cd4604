import { warningsAbout } from '../../criteria/warnings.ts'
import { checkProblem } from '../problems.ts'

/** A command that ends well whatever the work is like would say yes at once. */
export function refuseIdle(command: string): void {
  const idle = command.split('\n').every(line => /^\s*(?:#.*)?$/.test(line))
  const criterion = { kind: 'exit_code', command, expect: 0, said: command } as const
  const because = idle
    ? 'There is nothing to run in it.'
    : warningsAbout(criterion, {}).find(({ code }) => code === 'cannot_fail')?.says
  if (because === undefined) return
  throw checkProblem('command-cannot-fail', { command, because })
}
