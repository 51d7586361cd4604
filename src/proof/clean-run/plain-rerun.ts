import { randomBytes } from 'node:crypto'
import { commandsOf } from '../../criteria/criterion.ts'
import { plantingFor } from '../../tools/canary/plans.ts'
import type { Differed } from '../../tools/canary/plant.ts'
import { TOOLS } from '../../tools/catalog.ts'
import { anyOf } from '../../tools/protection/any-of.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { isSource, partsPutBack } from '../seal/sections/sections.ts'
import { executedTests } from '../tests/executed-tests.ts'

const MOST_FILES = 5
const TIMEOUT_MS = 20_000

/**
 * Runs tests that failed before the first turn again with a plain program, without their runner and its assertions. If the code still
 * returns the same wrong values there, it passes only under test, or the comparison was changed. Any other failure says nothing:
 * tests may need something that only their runner provides.
 */
export async function rerunPlainly(proof: ProofCase, copy: CleanCopy): Promise<void> {
  const { record, log } = proof
  const files = turnedGreen(proof)
  if (files.length === 0 || isSetUp(proof)) return
  const again: string[] = []
  let asked = 0
  for (const file of files.slice(0, MOST_FILES)) {
    const told = await askedOf(proof, copy, file)
    if (told === null) continue
    asked += 1
    again.push(
      ...record.differed
        .filter(one => one.file === file && isBack(one, told))
        .map(({ received, expected }) => `${file}: ${received} for ${expected}`),
    )
  }
  if (again.length > 0)
    log.refused('without a runner', [finding('only-when-tested', 'tampered', {}, again.slice(0, 10))])
  else if (asked > 0) log.ok('without a runner', 'values that were wrong are now right outside the test runner too')
}

/** The same value as before, or no plain value where one is expected, which no comparison of values accepts. */
const isBack = ({ received, expected }: Differed, told: readonly string[]): boolean =>
  told.includes(`[${received},${expected}]`) || told.includes(`[{},${expected}]`)

/** Files with a test that received a wrong value before, and in which every test passes now. */
function turnedGreen({ options, question, record }: ProofCase): string[] {
  const tests = executedTests(question.verifications, options)?.tests ?? []
  const files = new Set(record.differed.flatMap(({ file }) => (file === null ? [] : [file])))
  return [...files].filter(file => {
    const own = tests.filter(test => test.file === file)
    return own.length > 0 && own.every(({ state }) => state === 'passed')
  })
}

/** Pairs of received and expected values; null when neither version of the file runs outside its runner. */
async function askedOf(proof: ProofCase, copy: CleanCopy, file: string): Promise<readonly string[] | null> {
  const { options, question, record, isFree } = proof
  const now = await options.readNow(file)
  for (const text of new Set(isFree(file) ? [now] : [await testsAsBefore(proof, file, now), now])) {
    const word = `w${randomBytes(6).toString('hex')}`
    const plainly = plantingFor(file, record.executed?.tools ?? [])?.plainly
    const script = text === null ? null : plainly?.({ path: file, text, root: copy.path, word })
    if (!script) continue
    const fork = await forkOf(copy)
    try {
      for (const { path, text: code } of script.files) await fork.write(path, Buffer.from(code))
      const { output } = await fork.shell.run({
        command: [script.program, `${copy.path}/${script.main}`],
        cwd: options.workspace,
        env: options.env,
        nonce: options.nonce,
        timeoutMs: Math.min(options.timeoutMs, TIMEOUT_MS),
        signal: question.signal,
      })
      const said = output
        .split('\n')
        .flatMap(line => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))
      if (said.length > 0) return said.map(normal)
    } finally {
      await fork.close()
    }
  }
  return null
}

/** For source that contains its own tests: the original tests inside the present source. */
async function testsAsBefore({ options }: ProofCase, file: string, now: string | null): Promise<string | null> {
  const before = await options.readBefore(file)
  if (before === null || now === null || !isSource(file)) return before
  return partsPutBack(file, before, now, new Set())
}

/** Numbers as JSON writes them: 5.0 is 5. */
function normal(said: string): string {
  try {
    return JSON.stringify(JSON.parse(said))
  } catch {
    return said
  }
}

// Variables, flags, and files with which a project sets up its tests: without them the same code may rightly return something else.
const PREPARES =
  /(?:^|[\s;&|"'])[A-Za-z_]\w*=\S|cross-env|dotenv|env-file|--(?:require|import|loader|experimental-loader|conditions)\b|\s-[rC]\s/
const PREPARATIONS = TOOLS.flatMap(({ protection }) => protection?.preparation ?? [])
const ALWAYS_SETS_UP = anyOf(PREPARATIONS.flatMap(({ always }) => always ?? []))
const CONFIG = anyOf([...PREPARATIONS.flatMap(({ files }) => files ?? []), /(?:^|\/)\.env[\w.-]*$/])
const SECTIONS = PREPARATIONS.flatMap(({ section }) => section ?? [])
const RECIPE = /(?:^|\/)(?:GNU)?[Mm]akefile$|\.(?:sh|mk)$|(?:^|\/)[Jj]ustfile$|[Tt]askfile\.ya?ml$|(?:^|\/)[\w-]+$/
const EXPORTS = /\bexport\b|(?:^|\s)[A-Z_]+[:?]?=\s*\S|^\s*env:/m
const SETS_UP =
  /setup|["']?(?:require|file|import|loader|plugins|presets|define|env|globals|alias|transform)["']?\s*[:=]|nameMapper|environment["']?\s*:\s*["'](?!node)/i

function isSetUp({ options, record, blobs }: ProofCase): boolean {
  const { files, scripts } = record.seal
  if (commandsOf(options.criterion).some(command => PREPARES.test(command))) return true
  const kept = (digest: string): string => Buffer.from(blobs.get(digest) ?? []).toString('utf8')
  const manifests = files.filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
  for (const { path, digest } of manifests) {
    const manifest = asManifest(kept(digest))
    const reached = scripts.flatMap(name =>
      name.startsWith(`${path}#`) ? [manifest.scripts?.[name.slice(path.length + 1)]] : [],
    )
    if (reached.some(line => PREPARES.test(line ?? ''))) return true
    if (SETS_UP.test(JSON.stringify(SECTIONS.map(name => manifest[name])))) return true
  }
  return files.some(
    ({ path, kind, digest }) =>
      ALWAYS_SETS_UP.test(path) ||
      (CONFIG.test(path) && SETS_UP.test(kept(digest))) ||
      (/^(?:script|build)$/.test(kind) && RECIPE.test(path) && EXPORTS.test(kept(digest))),
  )
}

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>
  readonly [section: string]: unknown
}

function asManifest(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return {}
  }
}
