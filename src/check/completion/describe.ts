import { describeCriterion } from '../../criteria/describe.ts'
import { unreachable } from '../../std/unreachable.ts'
import { describeAllOf } from './all-of.ts'
import { describeAlwaysComplete } from './always-complete.ts'
import { describeCommandCheck } from './command-check.ts'
import type { CheckConfig } from './config.ts'
import { describeFeatureList } from './feature-list.ts'
import { commandOptions, queryOptions, resultOptions, suiteOptions } from './options.ts'
import { describeQuestion } from './question-answered.ts'
import { describeSqlQuery } from './sql-query.ts'
import { describeSqlResult } from './sql-result.ts'
import { describeTestSuite } from './test-suite.ts'

/** What the check of this configuration will call "done", without making it. */
export function describeCheck(config: CheckConfig): string {
  switch (config.kind) {
    case 'feature_list':
      return describeFeatureList(config)
    case 'test_suite':
      return describeTestSuite(suiteOptions(config))
    case 'sql_query':
      return describeSqlQuery(queryOptions(config))
    case 'sql_result':
      return describeSqlResult(resultOptions(config))
    case 'question':
      return describeQuestion(config)
    case 'always':
      return describeAlwaysComplete()
    case 'command':
      return describeCommandCheck(commandOptions(config))
    case 'criterion':
      return describeCriterion(config.criterion)
    case 'all_of':
      return describeAllOf(config.checks.map(describeCheck))
    default:
      return unreachable(config)
  }
}
