import type { ReaderPlan } from './reader.ts'
import { cargoTest } from './tools/cargo-test.ts'
import { eslint } from './tools/eslint.ts'
import { goTest } from './tools/go-test.ts'
import { jest } from './tools/jest.ts'
import { located } from './tools/located.ts'
import { mocha } from './tools/mocha.ts'
import { nodeTest } from './tools/node-test.ts'
import { pytest } from './tools/pytest.ts'
import { tap } from './tools/tap.ts'
import { unittest } from './tools/unittest.ts'
import { vitest } from './tools/vitest.ts'

/** Everything we can read. To add a tool, add a file and a line here. */
export const plans: readonly ReaderPlan[] = [
  jest,
  vitest,
  mocha,
  nodeTest,
  tap,
  pytest,
  unittest,
  goTest,
  cargoTest,
  located,
  eslint,
]
