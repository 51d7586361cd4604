/** Output of one run that is nothing but failures, as its tool prints it. */
export interface FailingOutput {
  readonly tool: string
  readonly head: string
  readonly one: (at: number) => string
  readonly foot: (count: number) => string
}

const jest = (at: number): string => `  ● orders › total ${at} › adds the tax

    expect(received).toBe(expected) // Object.is equality

    Expected: ${at}
    Received: ${at + 1}

      ${at + 1} |   const order = build(${at})
    > ${at + 2} |   expect(order.total).toBe(${at})
        |                       ^
      ${at + 3} | })

      at Object.toBe (src/orders/total.test.js:${at + 2}:23)
      at processTicksAndRejections (node:internal/process/task_queues:95:5)

`
const vitest = (at: number): string => ` FAIL  src/orders/total.test.ts > orders > total ${at} > adds the tax
AssertionError: expected ${at} to be ${at + 1} // Object.is equality

- Expected
+ Received

- ${at + 1}
+ ${at}

 ❯ src/orders/total.test.ts:${at + 2}:23
      ${at + 1}|   const order = build(${at})
      ${at + 2}|   expect(order.total).toBe(${at})
       |                       ^

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[${at}/9999]⎯

`
const pytest = (at: number): string => `____________________________ test_total_${at} ____________________________

    def test_total_${at}():
        order = build(${at})
>       assert order.total == ${at + 1}
E       assert ${at} == ${at + 1}
E        +  where ${at} = Order(${at}).total

tests/test_orders.py:${at + 3}: AssertionError
`
const go = (at: number): string => `--- FAIL: TestTotal${at} (0.00s)
    orders_test.go:${at + 7}: Total() = ${at}, want ${at + 1}
    orders_test.go:${at + 9}: the tax was not added to order ${at}
`
const cargo = (at: number): string => `---- orders::tests::total_${at} stdout ----
thread 'orders::tests::total_${at}' panicked at src/orders.rs:${at}:9:
assertion \`left == right\` failed: the tax was not added
  left: ${at}
 right: ${at + 1}

`
const file = (at: number): string => `src/orders/part-${Math.floor(at / 20)}`
const upTo = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join('')

export const failingOutputs: readonly FailingOutput[] = [
  {
    tool: 'jest',
    head: 'FAIL src/orders/total.test.js\n',
    one: jest,
    foot: count =>
      `Test Suites: 1 failed, 1 total\nTests:       ${count} failed, ${count} total\nSnapshots:   0 total\nTime:        2.1 s\nRan all test suites.\n`,
  },
  {
    tool: 'vitest',
    head: ' RUN  v3.2.4 /home/dev/shop\n\n⎯⎯⎯⎯⎯⎯ Failed Tests 9999 ⎯⎯⎯⎯⎯⎯⎯\n\n',
    one: vitest,
    foot: count => ` Test Files  1 failed (1)\n      Tests  ${count} failed (${count})\n   Duration  2.10s\n`,
  },
  {
    tool: 'pytest',
    head: '===== test session starts =====\ncollected 9999 items\n\n===== FAILURES =====\n',
    one: pytest,
    foot: count =>
      `===== short test summary info =====\n${upTo(count, at => `FAILED tests/test_orders.py::test_total_${at} - assert ${at} == ${at + 1}\n`)}===== ${count} failed in 2.10s =====\n`,
  },
  { tool: 'go test', head: '', one: go, foot: () => 'FAIL\nFAIL\texample.com/shop/orders\t2.100s\nFAIL\n' },
  {
    tool: 'cargo test',
    head: 'running 9999 tests\n\nfailures:\n\n',
    one: cargo,
    foot: count =>
      `\nfailures:\n${upTo(count, at => `    orders::tests::total_${at}\n`)}\ntest result: FAILED. 0 passed; ${count} failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.10s\n\n`,
  },
  {
    tool: 'tsc',
    head: '',
    one: at => `${file(at)}.ts(${at},12): error TS2322: Type 'string' is not assignable to type 'number'.\n`,
    foot: () => '',
  },
  {
    tool: 'eslint',
    head: '',
    one: at =>
      `${at % 20 === 0 ? `\n/home/dev/shop/${file(at)}.js\n` : ''}  ${(at % 900) + 1}:7  error  'total${at}' is assigned a value but never used  no-unused-vars\n`,
    foot: count => `\n✖ ${count} problems (${count} errors, 0 warnings)\n`,
  },
  {
    tool: 'gcc',
    head: '',
    one: at => `${file(at)}.c: In function 'total${at}':
${file(at)}.c:${at}:12: error: 'tax' undeclared (first use in this function); did you mean 'tan'?
 ${String(at).padStart(4)} |     return tax + ${at};
      |            ^~~
      |            tan
`,
    foot: () => '',
  },
  {
    tool: 'flake8',
    head: '',
    one: at => `./${file(at)}.py:${at}:80: E501 line too long (${80 + (at % 40)} > 79 characters)\n`,
    foot: () => '',
  },
]

export const withFailures = ({ head, one, foot }: FailingOutput, count: number): string =>
  head + upTo(count, one) + foot(count)
