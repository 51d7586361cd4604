import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const filesIn = (folder: string, name: RegExp): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => name.test(path) && !path.endsWith('.test.ts'))
    .map(path => join(folder, path))

const files = [...filesIn('src', /\.(?:ts|mjs|py|rb)$/), ...filesIn('plugins', /\.(?:md|json|mjs|ya?ml|toml)$/)]

/** A word that we do not use, and the one that we use instead. Words that are also ordinary in other senses (alone, place, word) are not searched. */
const NEVER: readonly (readonly [never: RegExp, say: string])[] = [
  [/\ba yes\b|\bearned\b/, 'the check passes, verified'],
  [/\bdoubt(?:ed|ing)\b/, 'proof, verify'],
  [/\brooms?\b/, 'clean copy (of a tree), module (of code), slots (of loops)'],
  [/\bhouses?\b|\bfurnish\w*/, 'architecture'],
  [/\bfront door\b/, 'through the CLI'],
  [/\bluck\w*/, 'flaky'],
  [/\bright only\b/, 'passes only in this environment'],
  [/\bsang\b/, 'the canary was reported'],
  [/\bbent\b/, 'tampered'],
  [/\bmend(?:s|ed|ing)?\b/, 'fix'],
  [/\btak(?:e|es|en|ing) up\b|\bgo(?:es|ing)? on\b/, 'resume, continue'],
  [/\bshall\b/, 'should, must'],
  [/\bbudgets?\b/, 'limits'],
  [/\bhands\b/, 'turn (of an agent); a plain verb'],
  [/\bforeman\b|\bcrew\b|\bwatchers?\b/, 'daemon, supervisor'],
  [/\buntold\b|\bwhoever\b|\banew\b|\bsated\b|\bsleepers?\b|\bNO_WISHES\b/, 'unknown; a plain word'],
]

/** Files in which a word is data that other programs read, is part of a user's sentence, or has its ordinary meaning. */
const EXCEPTIONS: readonly (readonly [word: string, why: string, files: readonly string[]])[] = [
  [
    'room',
    'the published name of a proof step, of a field in a record on disk, and of the rule no-room',
    [
      'src/cli/receipt-rerun.ts',
      'src/proof/step-name.ts',
      'src/proof/finding-words.ts',
      'src/proof/record.ts',
      'src/proof/proving-gate.ts',
      'src/proof/rules.ts',
      'src/proof/prove-tree.ts',
    ],
  ],
  ['rooms', 'the folder of clean copies on disk', ['src/system/checkouts-home.ts']],
  [
    'bent',
    'the published name of the rule check-bent',
    ['src/proof/finding-words.ts', 'src/proof/rules.ts', 'src/proof/original-checks/judge-checks.ts'],
  ],
  ['sang', 'a published value of gate doctor --json', ['src/proof/doctor.ts']],
  [
    'watcher',
    'programs and functions that watch files',
    ['src/run/daemon/heartbeat.ts', 'src/run/steer/control.ts', 'src/tools/commands/script-names.ts'],
  ],
  ['watchers', 'programs that watch files', ['src/proof/rules.ts', 'src/run/steer/control.ts']],
]

/** These files contain the words of sentences that people type. */
const VOCABULARY = [
  /^src\/criteria\//,
  /^src\/infer\/choice\/declared-gate\.ts$/,
  /^src\/tools\/shell\/programs\.ts$/,
  /^src\/proof\/seal\/free\/(?:clauses|set-values)\.ts$/,
]

const isQuoted = (file: string, word: string): boolean =>
  EXCEPTIONS.some(([known, , files]) => known === word && files.includes(file))

/** In a vocabulary, only comments are our own words. */
const ownWords = (file: string, text: string): string =>
  VOCABULARY.some(pattern => pattern.test(file))
    ? [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)]
        .map(([comment]) => comment.replaceAll(/"[^"]*"|`[^`]*`/g, ''))
        .join('\n')
    : text

const found = files.flatMap(file => {
  const text = ownWords(file, readFileSync(join(ROOT, file), 'utf8'))
  return NEVER.flatMap(([never, say]) =>
    [...text.matchAll(new RegExp(never, 'gi'))].map(([word]) => ({ file, word: word.toLowerCase(), say })),
  )
})

describe('one concept, one word', () => {
  test('words that we do not use are in no string, comment, or page', () => {
    expect(files.length).toBeGreaterThan(500)
    const ours = found.filter(({ file, word }) => !isQuoted(file, word))
    expect(ours.map(({ file, word, say }) => `${file}: "${word}"; say: ${say}`)).toEqual([])
  })

  test('every exception is still needed', () => {
    const unused = EXCEPTIONS.flatMap(([word, , listed]) =>
      listed
        .filter(file => !found.some(each => each.file === file && each.word === word))
        .map(file => `${word} in ${file}`),
    )
    expect(unused).toEqual([])
  })
})
