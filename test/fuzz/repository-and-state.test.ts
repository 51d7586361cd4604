import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe } from 'vitest'
import { readUpdate } from '../../src/agents/acp/updates.ts'
import { parsedObject } from '../../src/agents/json.ts'
import { csvRecords } from '../../src/check/completion/csv.ts'
import { readFeatures } from '../../src/check/completion/feature-list-document.ts'
import { notOneQuery } from '../../src/check/completion/sql-statement.ts'
import { numbersFor } from '../../src/check/verify/measure.ts'
import { readUtterance } from '../../src/criteria/request/read-utterance.ts'
import { linesOfLoop, refuseWrongSubmission, type Submission } from '../../src/fleet/stored-values.ts'
import { inferCompletion } from '../../src/infer/infer.ts'
import { readProject } from '../../src/infer/read-project.ts'
import { readPlanEvent } from '../../src/plan/events.ts'
import { readList } from '../../src/plan/lists/read-list.ts'
import { readSettings } from '../../src/proof/ratchets/config/read-settings.ts'
import { ratchetFindings } from '../../src/proof/ratchets/ratchets.ts'
import { parseResponse } from '../../src/run/daemon/protocol.ts'
import { parseRecord as parseDaemonRecord } from '../../src/run/daemon/record.ts'
import { parseChannels } from '../../src/run/notify/channels.ts'
import { loadSettings } from '../../src/run/settings/load.ts'
import { readWords } from '../../src/run/steer/inbox.ts'
import { parseRecord } from '../../src/store/history/history-record.ts'
import { readJournal } from '../../src/store/journal/journal.ts'
import { readOlder } from '../../src/store/older/read-older.ts'
import { readMemory } from '../../src/store/reflections/reflections-file.ts'
import { nodeDisk } from '../../src/system/disk.ts'
import { readRecords } from '../../src/tools/ids/records.ts'
import { readShell } from '../../src/tools/shell/shell-line.ts'
import { definitionsOf } from '../../src/tools/syntax/definitions.ts'
import { languageOf } from '../../src/tools/syntax/language.ts'
import { mutationsOf } from '../../src/tools/syntax/mutate.ts'
import { syntaxOf } from '../../src/tools/syntax/syntax.ts'
import { parseGitState } from '../../src/workspace/snapshots/git-state.ts'
import { type FuzzTarget, fuzz, samples, stored } from '../rig/fuzz.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-fuzz-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A tree with this file, for readers that find their files themselves. */
function treeWith(name: string, text: string): string {
  const tree = join(folder, 'tree')
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(dirname(join(tree, name)), { recursive: true })
  writeFileSync(join(tree, name), text)
  return tree
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** For readers that get their text from a disk. */
const diskWith = (text: string) => ({ ...nodeDisk('private'), read: async () => text })

const own = (path: string): string => readFileSync(join(ROOT, path), 'utf8').slice(0, 4_000)
const PROJECT_FILES: Readonly<Record<string, string>> = {
  'README.md': own('README.md'),
  'CONTRIBUTING.md': own('CONTRIBUTING.md'),
  'package.json': own('package.json'),
  '.github/workflows/ci.yml': own('.github/workflows/ci.yml'),
  '.gitlab-ci.yml': 'test:\n  script:\n    - npm ci\n    - npm test\n',
  Makefile: '.PHONY: test\ntest: lint\n\tgo test ./...\nlint:\n\t@golangci-lint run\n',
  'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n[tool.ruff]\nline-length = 100\n',
  'tox.ini': '[tox]\nenvlist = py3{10,11}, lint\n[testenv]\ncommands = pytest {posargs}\n',
  'Cargo.toml': '[package]\nname = "a"\nedition = "2021"\n[workspace]\nmembers = ["b"]\n',
  'pom.xml': '<project><build><plugins><plugin><artifactId>a</artifactId></plugin></plugins></build></project>\n',
}
const PROJECT_NAMES = Object.keys(PROJECT_FILES)
const LISTS = [
  '# Tasks\n\n- [ ] fix the tests (done when: `npm test`)\n  - after: 2\n- [x] write docs\n\n1. one\n2. two\n',
  '[{"id":"a","task":"fix the tests","done":"npm test","after":["b"],"max_turns":3},{"task":"b"}]',
  '{"task":"a"}\n{"task":"b"}\n',
  'tasks:\n  - task: a\n    done: npm test\n  - b\n',
]
const CONFIGS = [
  '{ "completion": "npm test", "agent": "claude", "max-iterations": 5, "may-change": ["a/**"], "timeout": "1h" }',
  '{ "check": { "kind": "command", "command": "x" }, "gate": { "waive": ["flaky"], "quarantine": [] }, "agents": { "a": { "command": "x" } } }',
]
const TOOL_CONFIGS: Readonly<Record<string, string>> = {
  'tsconfig.json': '{ "extends": "./base.json", // strict\n "compilerOptions": { "strict": true } }',
  '.eslintignore': 'dist\n!dist/a\n# x\n',
  'jest.config.js': 'module.exports = { coverageThreshold: { global: { lines: 80 } }, testMatch: ["**/*.test.js"] }\n',
  'setup.cfg': '[mypy]\nstrict = True\n[flake8]\nmax-line-length = 99\n',
  'phpunit.xml': '<phpunit failOnWarning="true"><testsuites><testsuite name="a"/></testsuites></phpunit>',
}
const SOURCES: Readonly<Record<string, string>> = {
  'a.test.ts': "import { test } from 'vitest'\ntest('a', () => { expect(sum(1, 2)).toBe(3) }) // eslint-disable-line\n",
  'test_a.py': 'import pytest\n@pytest.mark.skip\ndef test_a():\n  assert f(1) == 2  # noqa\n',
  'a_test.go': 'package a\nfunc TestA(t *testing.T) { if Sum(1, 2) != 3 { t.Fatal("x") } }\n',
  'a.rs': '#[test]\n#[ignore]\nfn a() { assert_eq!(sum(1, 2), 3); }\n',
  'a.c': '#define X(a) a\n#ifdef DEBUG\nint main(void) { return 0; }\n#endif\n',
}
const ASKED = { lint: true, types: true, format: true, build: true, test: true, coverage: true }
const UTTERANCE = { loops: [], conversation: [], isRequest: true }
const SUBMISSION = '{"request":{"id":"ralph-a-00000000","task":"x"},"remote":"/srv/x.git","inner":"."}'
const THRESHOLD = { kind: 'output_threshold', is: 'above', value: 1, every: false, command: 'x', said: 'x' } as const

/** What a clone, an agent, or a test brings, and the parser that meets it. */
const OF_REPOSITORIES: Readonly<Record<string, FuzzTarget>> = {
  'files that tell how a project is checked': {
    from: Object.values(PROJECT_FILES),
    // One file for each text: reading a project costs as much as all other targets together.
    parse: async text => {
      const name = PROJECT_NAMES[text.length % PROJECT_NAMES.length] ?? ''
      return inferCompletion('fix the lint errors', await readProject(treeWith(name, text), 'fix the lint errors'))
    },
  },
  'configuration of agent-loop': {
    from: CONFIGS,
    parse: async text => {
      for (const name of ['agent-loop.config.json', 'agent-loop.config.yaml'])
        await loadSettings({}, { HOME: folder }, treeWith(name, text))
    },
  },
  'list of tasks': {
    from: LISTS,
    parse: text => ['a.md', 'a.json', 'a.jsonl', 'a.yaml', null].map(name => readList(text, name)),
  },
  'config of a tool': {
    from: Object.values(TOOL_CONFIGS),
    parse: text => Object.keys(TOOL_CONFIGS).map(name => readSettings(name, text)),
  },
  'a change of tests, source, and configs': {
    from: Object.values({ ...SOURCES, ...TOOL_CONFIGS }),
    parse: text =>
      Object.entries({ ...SOURCES, ...TOOL_CONFIGS }).map(([path, before]) =>
        ratchetFindings({
          files: [{ path, before, now: text, isTest: /test/.test(path) }],
          criterion: ASKED,
          isFree: () => false,
        }),
      ),
  },
  'source to mutate': {
    from: Object.values(SOURCES),
    parse: text =>
      Object.keys(SOURCES).map(name => {
        const [language, syntax] = [languageOf(name), syntaxOf(name, text)]
        return [
          language === null ? [] : mutationsOf(language, text, new Set([1, 2, 3])),
          syntax === null ? [] : definitionsOf('a', syntax),
        ]
      }),
  },
  'script for a shell': {
    from: ['cd a && (npm test | tee log) <<E\nx\nE\nif [ -f x ]; then exit 1; fi\n'],
    parse: readShell,
  },
  'what a person says to an assistant': {
    from: ['please keep going until the tests pass, then stop the loop and tell it to use codex --max-iterations 3'],
    parse: text => readUtterance(text, UTTERANCE),
  },
  'updates of an agent': {
    from: ['{"sessionUpdate":"tool_call","title":"x","kind":"edit","content":{"type":"text","text":"y"}}'],
    parse: text => readUpdate(parsedObject(text) ?? {}),
  },
  'records of the tests that ran': {
    from: ['{"tool":"node:test","nonce":"n"}\n{"test":"a","file":"a.js","state":"passed"}\n{"end":true,"nonce":"n"}\n'],
    parse: text => readRecords(text, 'n'),
  },
  'numbers in an output': {
    from: samples('test/recordings', /\.txt$/),
    parse: text =>
      [
        { kind: 'number', label: 'errors' } as const,
        { kind: 'json_path', path: '$.a[0].b' } as const,
        { kind: 'coverage', of: 'lines', report: null } as const,
      ].map(measure => numbersFor({ ...THRESHOLD, measure, unit: 'percent' }, text)),
  },
  'feature list': { from: ['{"features":[{"name":"a","passes":true,"verify":"npm test"}]}'], parse: readFeatures },
  'CSV of a query': { from: ['id,total\n1,"a ""b"" c"\r\n2,\n'], parse: csvRecords },
  query: { from: ["SELECT a FROM b -- x\nWHERE c = 'd;e' /* ; */"], parse: notOneQuery },
  'word of an agent that is blocked': {
    from: ['{"reason":"the test contradicts the task","tests":["a.test.js::b"]}'],
    parse: text => readWords(dirname(join(treeWith('word.json', text), 'word.json'))),
  },
}

/** What stands on a disk, in a database, or on a socket, where other programs can write. */
const OF_STATE: Readonly<Record<string, FuzzTarget>> = {
  'journal of a loop': { from: stored(/\.jsonl$/), parse: text => readJournal(diskWith(text), 'journal.jsonl') },
  'event of a plan': {
    from: ['{"kind":"plan-start","plan":"plan-a-00000000","at":"2026-01-01T00:00:00.000Z","spec":{"tasks":[]}}'],
    parse: text => readPlanEvent(parsedJson(text)),
  },
  'record of a past loop': { from: stored(/\.jsonl?$/), parse: parseRecord },
  'loop of an earlier tool': {
    from: [
      ...stored(/\.json$/),
      '{"task":"a","status":"success","iterations":[{"result":"x"}],"started_at":"2026-01-01T00:00:00Z"}',
    ],
    parse: text => readOlder(text, { path: '/x/state.json', id: 'a', tree: '/x' }),
  },
  'lessons of a project': {
    from: stored(/reflections.*\.json$|\.json$/),
    parse: text => readMemory({ disk: diskWith(text), folder, view: { disk: diskWith(text), folder }, warn: () => {} }),
  },
  'channels of notifications': { from: ['[{"kind":"command","command":"x","on":["end"]}]'], parse: parseChannels },
  'answer of the daemon': {
    from: ['{"kind":"ok","value":{"pid":3}}', '{"error":{"message":"x"}}'],
    parse: parseResponse,
  },
  'record of the daemon': {
    from: ['{"pid":3,"startedAt":"x","boot":"y","version":"0.1.0"}'],
    parse: parseDaemonRecord,
  },
  'submission to a fleet': {
    from: [SUBMISSION],
    parse: text => refuseWrongSubmission('ralph-a-00000000', parsedJson(text) as Submission),
  },
  'journal of a fleet': {
    from: stored(/\.jsonl$/),
    parse: text => linesOfLoop('ralph-a-00000000', 0, text.split('\n')),
  },
  'state of git in a snapshot': {
    from: ['{"ref":"refs/heads/main","commit":"a","index":"b","folders":{"a":{"mode":1}}}'],
    parse: text => parseGitState(parsedJson(text)),
  },
}

describe('text of a repository, an agent, or a test is understood or refused', () => fuzz(OF_REPOSITORIES))
describe('stored text is understood or refused', () => fuzz(OF_STATE))
