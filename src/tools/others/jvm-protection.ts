import { dial } from '../protection.ts'
import { countOf } from '../suppressions.ts'
import type { Tool } from '../tool.ts'

const JAVA_OR_KOTLIN = /^(?:java|kotlin)$/

/** A linter's baseline, one element for each finding. */
const elements = (name: string) => [
  {
    files: new RegExp(String.raw`(?:^|\/)(?:${name})[\w-]*baseline[\w.-]*\.xml$`),
    families: ['lint'] as const,
    amount: countOf(/<(?:ID|issue|error|violation)\b/g),
  },
]

const configOf = (name: string) => ({ config: [new RegExp(String.raw`^(?:${name})[\w.-]*\.(?:xml|ya?ml)$`)] })

export const protectedJvm: readonly Tool[] = [
  {
    name: 'javac',
    kind: 'compiler',
    sharedFormat: true,
    protection: {
      files: { config: [/^lombok\.config$/] },
      attributes: [
        {
          family: 'lint',
          languages: JAVA_OR_KOTLIN,
          pattern: /@(?:(?<file>file):\s*)?Suppress(?:Warnings|FBWarnings|Lint)?\s*\((?<rules>[^)]*)\)/g,
          scope: found => (found.groups?.['file'] ? 'file' : 'block'),
        },
      ],
    },
  },
  {
    name: 'junit',
    kind: 'test-runner',
    protection: {
      retriesInCode: [
        {
          languages: JAVA_OR_KOTLIN,
          pattern:
            /@(?:RetryingTest|RepeatedIfExceptionsTest|Retry|Flaky|RetryTest)\b(?:\([^)\n]*\))?|\bretryAnalyzer\s*=|\bmaxRetries(?:\.set\(|\s*=\s*)\d+/g,
        },
      ],
      files: { config: [/^junit-platform\.properties$|^testng\.xml$/] },
      detection: {
        names: ['junit'],
        signs: [
          {
            name: 'that it runs as a test',
            languages: JAVA_OR_KOTLIN,
            pattern: `\\bClass\\.forName\\(\\s*"(?:org\\.junit|org\\.testng|junit)|\\bgetStackTrace\\(\\)[\\s\\S]{0,240}?"[^"\\n]*(?:junit|testng|Test|surefire)[^"\\n]*"|\\bgetProperty\\(\\s*"(?:surefire[\\w.]*|sun\\.java\\.command)"`,
          },
        ],
      },
    },
  },
  { name: 'kotest', kind: 'test-runner', protection: { files: { config: [/^kotest\.properties$/] } } },
  {
    name: 'checkstyle',
    kind: 'linter',
    protection: {
      files: configOf('checkstyle'),
      directives: [
        {
          family: 'lint',
          languages: JAVA_OR_KOTLIN,
          says: /^\s*(?:CHECKSTYLE|checkstyle)[:.]\s*(?:OFF|off|ignore|suppress)\b/,
          scope: 'block',
        },
      ],
      baselines: elements('checkstyle'),
    },
  },
  {
    name: 'pmd',
    kind: 'linter',
    protection: {
      files: configOf('pmd'),
      directives: [{ family: 'lint', languages: /^java$/, says: /^\s*NOPMD\b/, scope: 'line' }],
      baselines: elements('pmd'),
    },
  },
  { name: 'spotbugs', kind: 'linter', protection: { files: configOf('spotbugs|findbugs') } },
  {
    name: 'detekt',
    kind: 'linter',
    protection: {
      files: configOf('detekt'),
      settings: {
        files: /(?:^|\/)detekt[\w.-]*\.ya?ml$/,
        dials: [
          dial('stay', 'lint', /\.active$/),
          dial('max', 'lint', /(?:threshold|maxIssues|allowed\w+|max\w+)$/i),
          dial('skip', 'lint', /\.excludes$/),
        ],
      },
      baselines: elements('detekt'),
    },
  },
  { name: 'ktlint', kind: 'linter', protection: { files: configOf('ktlint'), baselines: elements('ktlint') } },
  { name: 'android-lint', kind: 'linter', protection: { baselines: elements('lint|android-lint') } },
  {
    name: 'inspection',
    kind: 'linter',
    protection: {
      directives: [
        {
          family: 'lint',
          languages: /^(?:java|kotlin|php)$/,
          says: /^\s*@?noinspection\s+(?<rules>\w+)/,
          scope: 'line',
        },
      ],
    },
  },
  { name: 'scalafmt', kind: 'formatter', protection: { files: { config: [/^\.scalafmt\.conf$|^\.scalafix\.conf$/] } } },
  {
    name: 'sbt',
    kind: 'build-tool',
    protection: {
      files: { build: [/^build\.(?:sbt|sc|mill)$|^(?:plugins|Dependencies)\.(?:sbt|scala)$/] },
    },
  },
  { name: 'ant', kind: 'build-tool', protection: { files: { build: [/^build\.xml$/] } } },
  {
    name: 'clojure',
    kind: 'build-tool',
    protection: { files: { build: [/^project\.clj$|^deps\.edn$|^bb\.edn$|^tests\.edn$|^shadow-cljs\.edn$/] } },
  },
]
