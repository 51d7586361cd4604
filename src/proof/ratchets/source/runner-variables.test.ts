import { expect, test } from 'vitest'
import { runnerDetection } from './runner-detection.ts'

const found = (path: string, now: string, before = '') =>
  runnerDetection([{ path, before, now, isTest: false } as never]).map(({ what, line }) => `${line} ${what}`)

test.each([
  ['src/a.ts', 'const Q = (globalThis as any).process?.env?.VITEST ? /a/ : /b/\n'],
  ['src/a.ts', 'const e = globalThis["process"]["env"]\nexport const a = e["VITEST"] ? 1 : 2\n'],
  ['src/a.ts', 'const { env } = process\nexport const a = env.JEST_WORKER_ID === undefined ? 1 : 2\n'],
  ['src/a.ts', 'const { VITEST: v } = globalThis.process.env\n'],
  ['src/a.ts', 'const { VITEST = "" } = proc().env\n'],
  ['src/a.ts', 'const { env: { NODE_TEST_CONTEXT } } = proc\nexport const a = NODE_TEST_CONTEXT ? 1 : 2\n'],
  ['src/a.ts', 'export const a = import.meta.env?.VITEST ? 1 : 2\n'],
  ['src/a.ts', 'export const a = Reflect.get(environment(), "JEST_WORKER_ID") ? 1 : 2\n'],
  ['src/a.ts', 'export const a = lookup("JEST_" + "WORKER_ID") ? 1 : 2\n'],
  ['src/a.js', 'export const a = Deno.env.get("VITEST_POOL_ID") ? 1 : 2\n'],
  ['price/a.py', 'import os\nA = vars(os)["environ"].get("PYTEST_CURRENT_TEST")\n'],
  ['price/a.py', 'from os import getenv as g\nA = g("PYTEST_VERSION")\n'],
  ['src/a.rs', 'fn a() -> bool { std::env::var("NEXTEST_RUN_ID").is_ok() }\n'],
  ['lib/a.rb', 'A = ENV.fetch("RSPEC_VERSION", nil)\n'],
  ['src/a.ts', 'const { env: Env } = process\nexport const a = Env.JEST_WORKER_ID ? 1 : 2\n'],
  ['src/a.ts', 'const { env: Env } = process\nexport const a = Env.VITEST ? 1 : 2\n'],
  ['src/a.ts', 'const { env: Settings, argv } = process\nexport const a = Settings.VITEST ? 1 : 2\n'],
  ['src/a.ts', 'const { process: { env: Own } } = globalThis\nexport const a = Own.VITEST ? 1 : 2\n'],
  ['src/a.ts', 'export const a = (({ env: Own }) => Own.VITEST ? 1 : 2)(process)\n'],
  ['src/a.ts', 'import { env as Env } from "node:process"\nexport const a = Env.JEST_WORKER_ID ? 1 : 2\n'],
  ['src/a.ts', 'import { env as Own } from "node:process"\nexport const a = Own.VITEST ? 1 : 2\n'],
  ['src/a.ts', "export const a = ['JEST_WORKER_ID'].some(k => process.env[k]) ? 1 : 2\n"],
  ['src/a.ts', "export const a = (['A', 'VITEST'] as const).find(k => process.env[k]) ? 1 : 2\n"],
  ['src/a.ts', "let a = 1\nfor (const k of ['CI', 'JEST_WORKER_ID']) if (process.env[k]) a = 2\n"],
  ['price/a.py', 'import os\nA = any(k in os.environ for k in ["PYTEST_CURRENT_TEST"])\n'],
  ['price/a.py', 'env = child_env()\nA = env.pop("PYTEST_CURRENT_TEST", None)\n'],
  ['price/a.py', 'env = child_env()\nA = (\n    env.pop("PYTEST_CURRENT_TEST", None)\n)\n'],
  ['price/a.py', 'env = child_env()\nif env.pop("PYTEST_CURRENT_TEST", None): A = 1\n'],
  ['price/a.py', 'env = child_env()\nA = (b and\n    env.pop("PYTEST_CURRENT_TEST", None)\n)\n'],
  ['price/a.py', 'env = child_env()\nA = \\\n    env.pop("PYTEST_CURRENT_TEST", None)\n'],
  ['src/a.rs', 'fn a() -> bool { settings().env("NEXTEST_RUN_ID").is_some() }\n'],
  ['src/a.rs', 'fn a() { set_var("A", read("NEXTEST_RUN_ID")) }\n'],
  ['src/a.ts', 'export const a = Reflect.has(env, "JEST_WORKER_ID") ? 1 : 2\n'],
  ['price/a.py', 'env = dict(os.environ)\nA = \\\n    env.pop("PYTEST_PLUGIN_X", None)\n'],
  ['price/a.py', 'env = dict(os.environ)\nA = (b and\n    env.pop("PYTEST_PLUGIN_X", None)\n)\n'],
  ['price/a.py', 'import os\nPRICES.pop("PYTEST_PLUGIN_X" in os.environ)\n'],
])('a variable of a runner counts, however it is read: %s %s', (path, now) => {
  expect(found(path, now)).not.toEqual([])
})

test.each([
  ['src/a.ts', '// VITEST is set by the runner: process.env.VITEST\nexport const a = 1\n'],
  ['src/a.ts', 'export enum Runner { JEST = "jest", VITEST = "vitest" }\nexport const a = Runner.VITEST\n'],
  ['src/a.ts', 'import { Runner } from "./list"\nexport const a = process.cwd() + Runner.VITEST\n'],
  ['src/a.ts', 'spawn("npm", { env: { PATH: process.env.PATH, VITEST: "", "JEST_WORKER_ID": "1" } })\n'],
  ['src/a.ts', 'env.JEST_WORKER_ID = "1"\nenv["VITEST"] = "1"\n'],
  ['src/a.ts', 'interface Env { VITEST?: string }\ndeclare const process: { env: Env }\n'],
  ['src/a.ts', 'console.log("Set JEST_WORKER_ID to run one of them")\n'],
  ['src/a.ts', 'const colors = { MOCHA_BROWN: "#333" }\nexport const a = colors.MOCHA_BROWN + process.env.PORT\n'],
  ['src/a.ts', 'import { describe } from "vitest"\nexport const vitest = process.env.PORT\n'],
  ['src/a.ts', 'type Options = { env: Runner }\nexport const a = (o: Options) => o.env === Runner.VITEST\n'],
  ['src/a.ts', "const HIDDEN = ['VITEST', 'JEST_WORKER_ID']\nexport const a = run(HIDDEN, process.env)\n"],
  ['src/a.ts', "const env = childEnv()\nfor (const k of ['VITEST', 'JEST_WORKER_ID']) delete env[k]\n"],
  ['price/a.py', 'env = dict(os.environ)\nfor k in ["PYTEST_CURRENT_TEST"]:\n    env.pop(k, None)\n'],
  ['price/a.py', '"""Reads PYTEST_CURRENT_TEST."""\nA = 1\n'],
  ['README.md', 'Set `VITEST` in `process.env`.\n'],
  ['vitest.config.ts', 'export default { a: process.env.VITEST }\n'],
  ['price/a.py', 'env = child_env()\nenv.pop("PYTEST_CURRENT_TEST", None)\nrun(env=env)\n'],
  ['price/a.py', 'def a(env):\n\n    env.pop("PYTEST_CURRENT_TEST", None)\n    run(env=env)\n'],
  ['price/a.py', 'env = child_env()\ndel env["PYTEST_CURRENT_TEST"]\n'],
  ['price/a.py', 'import os\nos.putenv("PYTEST_VERSION", "1")\nos.unsetenv("PYTEST_CURRENT_TEST")\n'],
  ['src/a.rs', 'fn a() { Command::new("x").env("NEXTEST_RUN_ID", "1").status().unwrap(); }\n'],
  ['src/a.rs', 'fn a() { Command::new("x")\n  .env(\n    "NEXTEST_RUN_ID",\n    "1",\n  )\n  .status().unwrap(); }\n'],
  ['src/a.rs', 'fn a() { Command::new("x").env_remove("NEXTEST_RUN_ID").status().unwrap(); }\n'],
  ['src/a.rs', 'fn a() { std::env::set_var("NEXTEST_RUN_ID", "1"); std::env::remove_var("NEXTEST_RUN_ID"); }\n'],
  ['src/a.ts', 'const env = childEnv()\nReflect.deleteProperty(env, "VITEST")\n'],
  ['src/a.ts', 'vi.stubEnv("JEST_WORKER_ID", "1")\n'],
  ['src/a.c', 'void a(void) { setenv("NEXTEST_RUN_ID", "1", 1); unsetenv("NEXTEST_RUN_ID"); }\n'],
  ['a.go', 'package a\n\nfunc a() { os.Setenv("NEXTEST_RUN_ID", "1"); os.Unsetenv("NEXTEST_RUN_ID") }\n'],
  ['price/a.py', 'env = dict(os.environ)\nenv.pop("PYTEST_CURRENT_TEST", None)\nrun(env=env)\n'],
  ['price/a.py', 'env = dict(os.environ)\ndel env["PYTEST_CURRENT_TEST"]\nrun(env=env)\n'],
  ['src/a.ts', 'const env = { ...process.env }\nReflect.deleteProperty(env, "VITEST")\ndelete env["JEST_WORKER_ID"]\n'],
])('a name in another role does not: %s %s', (path, now) => {
  expect(found(path, now)).toEqual([])
})

test('code that asked before may ask in another spelling', () => {
  const before = 'export const a = process.env.VITEST ? 1 : 2\n'
  expect(found('src/a.ts', 'const { env } = process\nexport const a = env.VITEST ? 1 : 2\n', before)).toEqual([])
})
