import { resolve } from 'node:path'
import { plainProcess, type SandboxProvider, sandboxed } from '../../system/sandbox.ts'
import type { Verification } from '../verify/verification.ts'
import { withData } from './check-data.ts'
import type { CompletionCheck } from './completion-check.ts'
import { criterionCheck } from './criterion-check.ts'
import { nothingRan } from './nothing-ran.ts'
import { type CheckPorts, thisMachine } from './ports.ts'
import { refuseIdle } from './refuse-idle.ts'

export interface TestSuiteOptions {
  /** A line for the shell: with `a && b`, both must pass. */
  readonly command: string
  /** Below the workspace; the workspace itself when not given. */
  readonly workingDirectory?: string | undefined
  readonly timeoutMs?: number | undefined
  /** A plain process when not given. */
  readonly sandbox?: SandboxProvider | undefined
  /** What the suite may write outside the workspace, when it is in a sandbox: caches, most of the time. */
  readonly writable?: readonly string[] | undefined
}

export const describeTestSuite = ({ command, workingDirectory }: TestSuiteOptions): string =>
  `\`${command}\` passes${workingDirectory ? ` in ${workingDirectory}` : ''}, and runs at least one test`

/**
 * Complete when our own run of the suite passes and something ran in it.
 *
 * @example
 * ```ts
 * import { testSuiteCheck } from 'agent-loop'
 *
 * const check = testSuiteCheck({ command: 'npm test', workingDirectory: 'packages/api' })
 * console.log(check.description()) // `npm test` passes in packages/api, and runs at least one test
 * ```
 */
export function testSuiteCheck(options: TestSuiteOptions, own?: CheckPorts): CompletionCheck {
  const ports = own ?? thisMachine()
  const { command, workingDirectory = '.', timeoutMs = ports.timeoutMs, sandbox = plainProcess } = options
  refuseIdle(command)
  const criterion = { kind: 'exit_code', command, expect: 0, said: 'the test suite passes' } as const
  const suites = new Map<string, CompletionCheck>()
  const suiteIn = (workspace: string): CompletionCheck => {
    const writable = [workspace, ...(options.writable ?? [])]
    const known = suites.get(workspace)
    const suite =
      known ?? criterionCheck(criterion, sandboxed(ports.shell, sandbox, { writable }), { ...ports, timeoutMs })
    suites.set(workspace, suite)
    return suite
  }
  const check: CompletionCheck = {
    description: () => describeTestSuite(options),
    async check(snapshot, signal) {
      const { workspace } = snapshot
      const proofs: Verification[] = []
      const record = (proof: Verification): void => {
        proofs.push(proof)
        snapshot.record(proof)
      }
      const place = resolve(workspace, workingDirectory)
      const reason = await suiteIn(workspace).check({ ...snapshot, workspace: place, record }, signal)
      return reason ?? proofs.map(nothingRan).find(trouble => trouble !== null) ?? null
    },
  }
  const isOwn = own !== undefined || options.sandbox !== undefined
  const data = { kind: 'test_suite', command, working_directory: options.workingDirectory } as const
  return withData(check, isOwn ? null : { ...data, timeout_ms: options.timeoutMs })
}
