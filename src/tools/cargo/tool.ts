import { rustTests } from '../canary/planters.ts'
import { listedByShape } from '../ids/listed/by-shape.ts'
import type { Tool } from '../tool.ts'
import { cargoStart } from './read-start.ts'
import { cargoTest } from './read-test.ts'

const DEBUG = String.raw`^(?![^\n]*\b(?:const|static)\b)[^\n]*?(?<code>\bcfg!\(\s*(?:not\(\s*)?debug_assertions\s*\)?\s*\))`
// An application that is put together, and what is logged, may differ in debug builds.
const SURROUNDINGS =
  '(?:app|builder|config|settings|log|logger|subscriber|tracing|opts?|options|router|layer|window|env|dirs|path|console|server|client|state|ctx|context)'
// A call on a value: its result differs, not a text or a constant.
const RESULT = String.raw`(?![^{};"]*\b\w+!)(?=[^{};"]*(?<![\w:.])(?!${SURROUNDINGS}\b)[a-z_]\w*(?:\.\d+)?\s*\.\s*[a-z_]\w*\s*\()[^{};"]+`

export const cargo: Tool = {
  name: 'cargo test',
  kind: 'build-tool',
  cannotStart: [
    { pattern: /^error: no such (?:sub)?command: `([^`]+)`/, what: 'program', exits: [101] },
    { pattern: /^error: could not find `(Cargo\.toml)` in/, what: 'file', exits: [101] },
    { pattern: /^error: no (?:bin|test|bench|example) target named `([^`]+)`/, what: 'target', exits: [101] },
    { pattern: /^error: rustup could not choose a version of (\w+) to run/, what: 'program', exits: [1] },
    // A crate of the project itself is looked for in a folder.
    {
      pattern:
        /^error: (?:no matching package named|failed to select a version for the requirement|failed to get) `([\w-]+)/,
      what: 'dependencies',
      exits: [101],
      beside: /^location searched: crates\.io|failed to download|offline mode|network error/,
    },
  ],
  commands: {
    programs: 'cargo rustup cross',
    proves: [
      [/^cargo (\+\S+ )?(hack )?check\b/, 'types', 'build'],
      [
        /^cargo (\+\S+ )?(hack )?(test|insta test|careful test|miri test|xtask (test|ci|check))\b(?!.*--no-run)/,
        'test',
      ],
      [/^cargo (\+\S+ )?(hack )?(build|b)\b/, 'build', 'types'],
      [/^cargo (\+\S+ )?(doc|rustdoc)\b/, 'docs'],
    ],
    sign: /\bcargo (?:\S+ )?test\b|\bcargo t\b/,
    spoken: { test: 'cargo test', build: 'cargo build' },
    hazards: {
      rewrites: /\bcargo (fix|generate|add|insta (accept|review))\b|\bcargo update\b(?!.*--(locked|dry-run))/,
      measures: /\bcargo (bench|fuzz|bloat)\b/,
    },
  },
  readers: [cargoTest, cargoStart],
  ids: {
    listed: listedByShape({
      has: ' ... ',
      test: /^test (?<title>.+?)(?: - should panic)? \.\.\. (?<state>ok|FAILED|ignored)(?:, .*| \([\d.]+s\)| <[\d.]+s>)?$/,
      states: { ok: 'passed', FAILED: 'failed', ignored: 'skipped' },
      file: /^\s+Running (?:unittests )?(\S+)/,
      leaves: /^\s+Doc-tests /,
      path: title => (/^\S+\.rs - /.test(title) ? [title] : title.split('::')),
      named: title => /^(\S+\.rs) - /.exec(title)?.[1] ?? null,
    }),
  },
  canary: { tests: rustTests },
  protection: {
    files: {
      autoLoaded: [/^build\.rs$/, /^rust-toolchain(?:\.toml)?$/],
      autoLoadedPaths: [/(?:^|\/)\.cargo\/config(?:\.toml)?$/],
      build: [/^Cargo\.toml$/],
    },
    detection: {
      signs: [
        {
          name: 'that it runs as a test',
          languages: /^rust$/,
          pattern: `\\bcfg!\\(\\s*(?:not\\(\\s*)?(?:any\\(\\s*)?test\\b|\\benv::(?:var|var_os)\\(\\s*"(?:NEXTEST\\w*|RUST_TEST_\\w+)"`,
        },
        {
          name: 'that it runs as a test',
          languages: /^rust$/,
          pattern: `\\benv::var(?:_os)?\\(\\s*"CARGO(?:_\\w+)?"\\s*\\)\\s*\\.is_(?:ok|some|err|none)\\(`,
        },
        {
          name: 'how it was compiled',
          languages: /^rust$/,
          pattern: String.raw`#\[cfg\(\s*(?:not\(\s*)?debug_assertions\s*\)?\s*\)\]\s*(?:return\b|\{[^{}"]*\breturn\b|let\s+(?:mut\s+)?\w+[^;"]*=[^;"]*[-+*/%][^;"]*;)`,
        },
        // Tests are compiled with debug assertions, programs for users without them. Texts and constants may differ, results may not.
        {
          name: 'how it was compiled',
          languages: /^rust$/,
          pattern: String.raw`${DEBUG}(?:[^;{}"]{0,80}\{\s*(?:return\s+)?[^{}"]*[-+*/%\d][^{}"]*\}|\s*as\s+[iuf]\w+|\s*(?:&&|\|\|)\s*\w+\s*[=!<>]=|\s*\{\s*(?:return\s+)?${RESULT};?\s*\}\s*else\s*\{\s*(?:return\s+)?[^{};"]+;?\s*\}|\s*\{\s*(?:return\s+)?[^{};"]+;?\s*\}\s*else\s*\{\s*(?:return\s+)?${RESULT};?\s*\}|\s*\{\s*return\b\s*${RESULT};|\s*\{\s*(?:true|false)\s*=>\s*${RESULT}|\s*\.then(?:_some)?\s*\([^"\n]*[a-z_]\w*\s*\.)`,
        },
      ],
    },
    outside: {
      home: ['.cargo/config', '.cargo/config.toml'],
      above: ['.cargo/config', '.cargo/config.toml', 'rust-toolchain', 'rust-toolchain.toml', 'Cargo.toml'],
    },
    retriesInCode: [{ languages: /^rust$/, pattern: /#\[\s*(?:flaky_test|retry)\b[^\]]*\]/g }],
  },
}
