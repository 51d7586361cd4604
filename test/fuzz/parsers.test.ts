import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandFor } from '../../action/command.mjs'
import { annotations, summary } from '../../action/report.mjs'
import { READERS } from '../../src/agents/headless/reader.ts'
import { parsedObject } from '../../src/agents/json.ts'
import { asksSomething } from '../../src/agents/question.ts'
import { openReport } from '../../src/agents/report.ts'
import { delayIn } from '../../src/agents/reset-time.ts'
import { parseScript } from '../../src/agents/script-file.ts'
import { errorReport } from '../../src/agents/trouble.ts'
import { readStop } from '../../src/assistants/hooks/read-stop.ts'
import { learn } from '../../src/check/output/learn.ts'
import { readOutput } from '../../src/check/output/read-output.ts'
import { nextSlot, usageForms } from '../../src/cli/completion/usage-slots.ts'
import { parseCriterion } from '../../src/criteria/parse.ts'
import { readConversation } from '../../src/criteria/request/conversation.ts'
import { readRequest } from '../../src/criteria/request/request.ts'
import { readTask } from '../../src/criteria/task/read-task.ts'
import { formatOf, parseData } from '../../src/infer/reading/parse-data.ts'
import { route } from '../../src/infer/route/route.ts'
import { openReceipt } from '../../src/proof/receipt/envelope.ts'
import { parseDuration } from '../../src/std/duration.ts'
import { redact } from '../../src/std/redact.ts'
import { isUsageError } from '../../src/std/usage-error.ts'
import { firstBrokenLine } from '../../src/store/journal/chain.ts'
import { entryFrom } from '../../src/store/registry/read-registry.ts'
import { plain } from '../../src/tools/reading/plain.ts'
import { readReport } from '../../src/tools/reports/read-report.ts'
import { words } from '../../src/tools/shell/shell-text.ts'
import { syntaxOf } from '../../src/tools/syntax/syntax.ts'
import { book } from '../rig/notation.ts'
import { outputsIn } from '../rig/workflow.ts'

/** Seconds for each target; the suite itself only looks whether every target still runs. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? '0')
const RUNS = SECONDS > 0 ? Number.MAX_SAFE_INTEGER : 20

const ROOT = resolve(import.meta.dirname, '../..')
const LONGEST = 4_000

/** Real texts to start from: the first files of a folder, cut. */
function samples(folder: string, ends: RegExp): readonly string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(name => ends.test(name))
  return files.sort().map(name => readFileSync(join(ROOT, folder, name), 'utf8').slice(0, LONGEST))
}

interface StoredFile {
  readonly text?: string
  readonly brotli?: string
}

/** Files of these names that version 0.1.0 left on disk. */
function stored(name: RegExp): readonly string[] {
  const lines = readFileSync(join(ROOT, 'fixtures/state-0.1.0/state.jsonl'), 'utf8').trim().split('\n')
  const files = lines.flatMap(line => Object.entries((JSON.parse(line) as { files: Record<string, StoredFile> }).files))
  return files.flatMap(([file, { text, brotli }]) => {
    const found = brotli === undefined ? text : brotliDecompressSync(Buffer.from(brotli, 'base64')).toString()
    return name.test(file) && found ? [found] : []
  })
}

const junk = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.json(), fc.constantFrom('\0', '\u202e', '\x1b[2J'))

/** A sample with a part cut out, repeated, or replaced by noise or by a part of another one. */
const mutated = (from: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...from), fc.constantFrom(...from), fc.nat(LONGEST), fc.nat(200), junk, fc.nat(3))
    .map(([text, other, at, length, noise, kind]) => {
      const part = [noise, '', text.slice(at, at + length).repeat(3), other.slice(at, at + length)][kind] ?? ''
      return text.slice(0, at) + part + text.slice(at + length)
    })

const SENTENCES = [
  'keep fixing until lint is clean, at most 5 tries and $3, in the background, use codex',
  'npm test passes and coverage is above 80% and no file in src/ contains "TODO" unless `make check` exits 2',
  'rename the function slug to slugify, move it to src/text.ts, and delete the tests of the old one',
]
const EVENTS = [
  '{"type":"assistant","message":{"content":[{"type":"text","text":"hi"}]},"usage":{"input_tokens":3}}',
  '{"type":"result","subtype":"success","is_error":false,"result":"x","total_cost_usd":0.1,"session_id":"s"}',
  '{"type":"item.completed","item":{"type":"agent_message","text":"x"}}',
]
const STOPS = ['{"session_id":"s","cwd":"/x","hook_event_name":"Stop","stop_hook_active":false,"transcript_path":"/t"}']
const SCRIPT = [
  'turns:\n  - - say: hi\n    - edit: { file: a, find: b, replace: c }\n    - run: "true"\n    - sleep: 1s\n',
]
const RESETS = ['You have hit your limit. It resets at 3pm (Europe/Berlin).', 'try again in 5h 3m', 'retry-after: 30']
const SOURCES = [
  'const a = `x\u0024{"y"}` // z\n/* é */ function f() { return /[/]/ }\n',
  "def f(x):\n  '''doc'''\n  return x # y\n",
]
const usages = [
  'agent-loop receipt [loop-id] | agent-loop receipt verify <file> [--run]',
  'agent-loop x a|b ["<c>" | -d]',
]

interface Target {
  readonly from: readonly string[]
  readonly parse: (text: string) => unknown
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const MANIFESTS = ['package.json', 'Makefile', 'pyproject.toml', 'ci.yml', 'tox.ini', 'tsconfig.json', 'pom.xml']
const outputs = samples('test/recordings', /\.txt$/)
const reports = samples('test/recordings', /\.report\.\w+$/)

/** Every parser of text that an agent, a repository, a test, a model, or another person wrote. */
const TARGETS: Readonly<Record<string, Target>> = {
  'criterion in words': { from: SENTENCES, parse: text => parseCriterion(text, book) },
  'task in words': { from: SENTENCES, parse: readTask },
  'request in words': { from: SENTENCES, parse: text => readRequest(text, ['claude', 'codex']) },
  'sentence to an assistant': { from: SENTENCES, parse: text => route(text) },
  conversation: { from: ['[{"role":"user","content":"fix it"}]', 'User: a\nAssistant: b'], parse: readConversation },
  'output of a check': {
    from: outputs,
    parse: text => learn({ command: 'x', exitCode: 1, reading: readOutput(text, 1), output: text }),
  },
  'test report': {
    from: reports,
    parse: text =>
      (['junit', 'json', 'lcov', 'cobertura', 'go-cover'] as const).map(kind => readReport(kind, text, { root: '/x' })),
  },
  'events of agents': {
    from: EVENTS,
    parse: text => {
      const [event, report] = [parsedObject(text), openReport({ onText: () => {} })]
      if (event !== null) for (const read of Object.values(READERS)) report.hear(read(event))
      return report.told()
    },
  },
  'errors of agents': { from: [...EVENTS, ...RESETS], parse: text => errorReport(parsedJson(text)) },
  'time of a reset': { from: RESETS, parse: text => delayIn(text, 0) },
  'question of an agent': { from: SENTENCES, parse: asksSomething },
  'script of an agent': { from: SCRIPT, parse: text => parseScript(text, 'turns.yaml') },
  'payload of a hook': { from: STOPS, parse: text => readStop(parsedJson(text), 'claude-code') },
  receipt: { from: stored(/^receipt\.json$/), parse: text => openReceipt(Buffer.from(text)) },
  journal: { from: stored(/\.jsonl$/), parse: firstBrokenLine },
  'registry entry': { from: stored(/\.json$/), parse: entryFrom },
  manifests: {
    from: MANIFESTS.map(name => `${name}\n{ "scripts": { "test": "x" } }\n[tool.a]\nb = 1\nkey: [1, 2]\n`),
    parse: text =>
      Promise.all(MANIFESTS.filter(formatOf).map(name => parseData(name, text, []).then(data => data ?? null))),
  },
  'shell line': { from: ['cd a && FOO="b c" npm test | tee log; [ -f x ] || exit 1'], parse: words },
  'source code': {
    from: SOURCES,
    parse: text => ['a.ts', 'a.py', 'a.go', 'a.rb', 'a.sh', 'a.vue'].map(name => syntaxOf(name, text)),
  },
  duration: { from: ['1h30m', '45s', '500ms'], parse: parseDuration },
  'text for a terminal': {
    from: outputs,
    parse: text => {
      const shown = plain(text)
      expect(shown).not.toMatch(/\x1b|\u202e/)
      return shown
    },
  },
  secrets: {
    from: ['token=ghp_0123456789abcdefghijABCDEFGHIJ012345 AKIA0123456789ABCDEF', 'x'],
    parse: text => {
      const shown = redact(`${text}hunter-2-secret`, { API_TOKEN: 'hunter-2-secret' })
      expect(shown).not.toContain('hunter-2-secret')
      return shown
    },
  },
  'usage line': { from: usages, parse: text => nextSlot(usageForms(text, 'x'), ['a']) },
  'inputs of the action': {
    from: SENTENCES,
    parse: text => {
      const { args } = commandFor(name => (name === 'mode' ? 'run' : name === 'task' ? text || 'x' : ''), {
        event: {},
        cwd: '/',
      })
      expect(args.slice(0, -2)).toEqual(['run', '--auto-criteria', '--json'])
      return args
    },
  },
  'report of the action': {
    from: SENTENCES,
    parse: text => {
      const finding = { rule: text, objection: 'tampered', says: text, places: [text] }
      const end = {
        kind: 'check-end',
        findings: [finding],
        evidence: [{ failing: [text], tests: null }],
        missing: text,
      }
      const lines = annotations(summary('run', 5, [end]), { cwd: ROOT, root: ROOT })
      for (const line of lines) expect(line).toMatch(/^::(error|warning) [^\r\n]*$/)
      return lines
    },
  },
  'outputs of a step': { from: ['a=b\nc<<E\nd\nE\n'], parse: outputsIn },
}

describe('untrusted text is understood or refused, and never breaks the program', () => {
  test.each(Object.entries(TARGETS))('%s', { timeout: SECONDS * 1_000 + 60_000 }, async (_, { from, parse }) => {
    expect(from.length).toBeGreaterThan(0)
    const property = fc.asyncProperty(fc.oneof(mutated(from), junk), async text => {
      try {
        JSON.stringify(await parse(text))
      } catch (error) {
        if (!isUsageError(error)) throw error
      }
    })
    const limit = SECONDS > 0 ? { interruptAfterTimeLimit: SECONDS * 1_000 } : {}
    await fc.assert(property, { numRuns: RUNS, ...limit })
  })
})
