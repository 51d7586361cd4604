import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Ends a run with one plain line, and names what was skipped: a test that needs an absent tool must not just be missing. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const by = (state: string): TestCase[] => tests.filter(test => test.result().state === state)
    // A file that does not even load has no test that could fail.
    const broken = modules.filter(module => module.errors().length > 0).length + errors.length
    for (const test of by('skipped')) console.log(`skipped: ${test.fullName}${because(test)}`)
    console.log(
      `${by('passed').length} passed, ${by('failed').length + broken} failed, ${by('skipped').length} skipped`,
    )
  }
}

function because(test: TestCase): string {
  const result = test.result()
  return result.state === 'skipped' && result.note !== undefined ? ` (${result.note})` : ''
}
