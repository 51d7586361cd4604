import { resolve } from 'node:path'
import { describe, expect } from 'vitest'
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
import { firstBrokenLine } from '../../src/store/journal/chain.ts'
import { entryFrom } from '../../src/store/registry/read-registry.ts'
import { plain } from '../../src/tools/reading/plain.ts'
import { readReport } from '../../src/tools/reports/read-report.ts'
import { words } from '../../src/tools/shell/shell-text.ts'
import { syntaxOf } from '../../src/tools/syntax/syntax.ts'
import { type FuzzTarget, fuzz, samples, stored } from '../rig/fuzz.ts'
import { book } from '../rig/notation.ts'
import { outputsIn } from '../rig/workflow.ts'

const ROOT = resolve(import.meta.dirname, '../..')

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
const TARGETS: Readonly<Record<string, FuzzTarget>> = {
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

describe('untrusted text is understood or refused, and never breaks the program', () => fuzz(TARGETS))
