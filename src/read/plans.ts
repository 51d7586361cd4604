import type { ReaderPlan } from './reader.ts'
import { ava } from './tools/ava.ts'
import { batsPretty } from './tools/bats-pretty.ts'
import { biome } from './tools/biome.ts'
import { bun } from './tools/bun.ts'
import { cargoStart } from './tools/cargo-start.ts'
import { cargoTest } from './tools/cargo-test.ts'
import { coverageText } from './tools/coverage-text.ts'
import { ctest } from './tools/ctest.ts'
import { deno } from './tools/deno.ts'
import { dotnet } from './tools/dotnet.ts'
import { embedded } from './tools/embedded.ts'
import { eslint } from './tools/eslint.ts'
import { exunit } from './tools/exunit.ts'
import { formatters } from './tools/formatters.ts'
import { framed } from './tools/framed.ts'
import { goJson } from './tools/go-json.ts'
import { goTest } from './tools/go-test.ts'
import { gradle } from './tools/gradle.ts'
import { jasmine } from './tools/jasmine.ts'
import { jest } from './tools/jest.ts'
import { located } from './tools/located.ts'
import { maven } from './tools/maven.ts'
import { minitest } from './tools/minitest.ts'
import { mocha } from './tools/mocha.ts'
import { nextest } from './tools/nextest.ts'
import { nodeCrash } from './tools/node-crash.ts'
import { nodeTest } from './tools/node-test.ts'
import { phpunit } from './tools/phpunit.ts'
import { playwright } from './tools/playwright.ts'
import { pytest } from './tools/pytest.ts'
import { rspec } from './tools/rspec.ts'
import { rubyCrash } from './tools/ruby-crash.ts'
import { rustc } from './tools/rustc.ts'
import { shellcheck } from './tools/shellcheck.ts'
import { tap } from './tools/tap.ts'
import { tapTerse } from './tools/tap-terse.ts'
import { unittest } from './tools/unittest.ts'
import { vitest } from './tools/vitest.ts'

/** Everything we can read. To add a tool, add a file and a line here. */
export const plans: readonly ReaderPlan[] = [
  jest,
  vitest,
  mocha,
  nodeTest,
  tap,
  tapTerse,
  ava,
  jasmine,
  playwright,
  deno,
  bun,
  pytest,
  unittest,
  goTest,
  goJson,
  cargoTest,
  cargoStart,
  nextest,
  rspec,
  minitest,
  phpunit,
  maven,
  gradle,
  dotnet,
  ctest,
  batsPretty,
  exunit,
  located,
  eslint,
  biome,
  framed,
  rustc,
  formatters,
  shellcheck,
  nodeCrash,
  rubyCrash,
  coverageText,
  embedded,
]
