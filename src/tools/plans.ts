import { ava } from './ava/read.ts'
import { batsPretty } from './bats/read.ts'
import { biome } from './biome/read.ts'
import { bun } from './bun/read.ts'
import { cargoStart } from './cargo/read-start.ts'
import { cargoTest } from './cargo/read-test.ts'
import { coverageText } from './coverage/read.ts'
import { ctest } from './ctest/read.ts'
import { deno } from './deno/read.ts'
import { dotnet } from './dotnet/read.ts'
import { eslint } from './eslint/read.ts'
import { exunit } from './exunit/read.ts'
import { formatters } from './formatters/read.ts'
import { framed } from './framed/read.ts'
import { goTest } from './go/read.ts'
import { goJson } from './go/read-json.ts'
import { gradle } from './gradle/read.ts'
import { jasmine } from './jasmine/read.ts'
import { jest } from './jest/read.ts'
import { located } from './located/read.ts'
import { maven } from './maven/read.ts'
import { minitest } from './minitest/read.ts'
import { mocha } from './mocha/read.ts'
import { nextest } from './nextest/read.ts'
import { nodeCrash } from './node/read-crash.ts'
import { nodeTest } from './node-test/read.ts'
import { phpunit } from './phpunit/read.ts'
import { playwright } from './playwright/read.ts'
import { pytest } from './pytest/read.ts'
import type { ReaderPlan } from './reading/reader.ts'
import { embedded } from './reports/embedded.ts'
import { rspec } from './rspec/read.ts'
import { rubyCrash } from './ruby/read-crash.ts'
import { rustc } from './rustc/read.ts'
import { shellcheck } from './shellcheck/read.ts'
import { tap } from './tap/read.ts'
import { tapTerse } from './tap/read-terse.ts'
import { unittest } from './unittest/read.ts'
import { vitest } from './vitest/read.ts'

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
