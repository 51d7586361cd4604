import { unreachable } from '../../std/unreachable.ts'
import { sandboxFor } from '../../system/sandbox.ts'
import { checkProblem } from '../problems.ts'
import { allOf } from './all-of.ts'
import { alwaysComplete } from './always-complete.ts'
import { commandCheck } from './command-check.ts'
import type { CompletionCheck } from './completion-check.ts'
import type { CheckConfig } from './config.ts'
import { criterionCheck } from './criterion-check.ts'
import { featureListCheck } from './feature-list.ts'
import type { Judge } from './judge.ts'
import { commandOptions, queryOptions, resultOptions, suiteOptions } from './options.ts'
import { type CheckPorts, thisMachine } from './ports.ts'
import { questionAnsweredCheck } from './question-answered.ts'
import { sqlQueryCheck } from './sql-query.ts'
import { sqlResultCheck } from './sql-result.ts'
import { testSuiteCheck } from './test-suite.ts'

/** Throws a `UsageError` for what the schema cannot see: a query that writes, a sandbox that is not installed. */
export function createCheck(config: CheckConfig, ports: CheckPorts = thisMachine()): CompletionCheck {
  switch (config.kind) {
    case 'feature_list':
      return featureListCheck({ ...config, sandbox: sandboxFor(config.sandbox ?? 'none') }, ports)
    case 'test_suite':
      return testSuiteCheck({ ...suiteOptions(config), sandbox: sandboxFor(config.sandbox ?? 'none') }, ports)
    case 'sql_query':
      return sqlQueryCheck(queryOptions(config), ports)
    case 'sql_result':
      return sqlResultCheck(resultOptions(config))
    case 'question':
      return questionAnsweredCheck(config, judgeIn(ports))
    case 'always':
      return alwaysComplete()
    case 'command':
      return commandCheck(commandOptions(config), ports)
    case 'criterion':
      return criterionCheck(config.criterion, ports.shell, ports)
    case 'all_of':
      return allOf(...config.checks.map(part => createCheck(part, ports)))
    default:
      return unreachable(config)
  }
}

function judgeIn({ judge }: CheckPorts): Judge {
  if (judge) return judge
  throw checkProblem('no-judge', {})
}
