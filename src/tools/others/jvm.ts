import { dial } from '../protection/protection.ts'
import { comment, countOf } from '../protection/suppressions.ts'
import { instead } from '../shell/insert-flag.ts'
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

export const jvmTools: readonly Tool[] = [
  {
    name: 'checkstyle',
    kind: 'linter',
    commands: {
      proves: [[/^(\S*\/)?checkstyle\b/, 'lint', 'format']],
      spoken: { lint: 'checkstyle|spotbugs|pmd' },
      settings: { files: 'checkstyle' },
    },
    protection: {
      files: configOf('checkstyle'),
      directives: [
        comment('lint', JAVA_OR_KOTLIN, /^\s*(?:CHECKSTYLE|checkstyle)[:.]\s*(?:OFF|off|ignore|suppress)\b/, 'block'),
      ],
      baselines: elements('checkstyle'),
    },
  },
  {
    name: 'spotless',
    kind: 'formatter',
    commands: {
      spoken: { format: 'spotless' },
      hazards: {
        rewrites:
          /\bspotlessApply\b|\bmvn[wd]?\s(?:.*\s)?(?:[\w.-]+:)+(?:apply|format|fix|sort|process|remove|update-\w+)(?:@\S+)?(?=\s|$)/,
      },
      looksOnly: [
        [/\bspotlessApply\b/, instead(/\bspotlessApply\b/, 'spotlessCheck')],
        [/\bspotless:apply\b/, instead('spotless:apply', 'spotless:check')],
      ],
    },
  },
  {
    name: 'ktlint',
    kind: 'linter',
    commands: {
      programs: 'ktlint',
      spoken: { format: 'ktlint' },
      hazards: { rewrites: /\bktlintFormat\b|\bktlint\b.*\s-F\b/ },
      looksOnly: [[/\bktlintFormat\b/, instead('ktlintFormat', 'ktlintCheck')]],
      fixes: 'ktlint',
    },
    protection: { files: configOf('ktlint'), baselines: elements('ktlint') },
  },
  {
    name: 'detekt',
    kind: 'linter',
    commands: { programs: 'detekt', settings: { files: 'detekt' } },
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
  {
    name: 'junit',
    kind: 'test-runner',
    commands: { spoken: { test: 'junit' } },
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
  {
    name: 'java',
    kind: 'runtime',
    commands: { programs: 'java javac kotlinc', proves: [[/^(javac|kotlinc)(\s|$)/, 'build', 'types']] },
  },
  {
    name: 'sbt',
    kind: 'build-tool',
    commands: {
      programs: 'sbt scalac scala',
      proves: [
        [/^sbt\b.*coverage\w*/, 'coverage', 'test'],
        [/^sbt\b.*scalafmtCheck\S*/, 'format'],
        [/^sbt\b.*scalafix(\w*Check\w*|.*--check)\b/, 'lint'],
        [/^(sbt|sbtn|\.\/sbt|scala-cli)\b.*\btest\b/, 'test'],
        [/^(sbt|sbtn|\.\/sbt|scala-cli)\b.*\bcompile\b/, 'build', 'types'],
      ],
    },
    protection: { files: { build: [/^build\.(?:sbt|sc|mill)$|^(?:plugins|Dependencies)\.(?:sbt|scala)$/] } },
  },
  {
    name: 'mill',
    kind: 'build-tool',
    commands: {
      programs: 'mill',
      proves: [
        [/^\S*mill\b.*checkFormat\S*/, 'format'],
        [/^\S*mill\b.*\btest\S*/, 'test'],
        [/^\S*mill\b.*(\bcompile\b|__\.jar|\bassembly\b)/, 'build', 'types'],
      ],
      hazards: { 'never-ends': /mill\b.*\s-w\s/, rewrites: /\breformatAll\b/ },
      looksOnly: [[/\breformatAll\b/, instead('reformatAll', 'checkFormatAll')]],
    },
  },
  {
    name: 'scalafmt',
    kind: 'formatter',
    commands: {
      proves: [[/^scalafmt\S*/, 'format']],
      spoken: { format: 'scalafmt' },
      hazards: { rewrites: /\bscalafmt(All|SbT)?\b(?!.*(--check|--test|Check))(?=\s|$)/ },
      looksOnly: [[/\bscalafmtAll\b/, instead('scalafmtAll', 'scalafmtCheckAll')]],
    },
    protection: { files: { config: [/^\.scalafmt\.conf$|^\.scalafix\.conf$/] } },
  },
  {
    name: 'scalafix',
    kind: 'linter',
    commands: { starts: 'scalafix|scalastyle|wartremover', spoken: { lint: 'scalafix|scalastyle' } },
  },
  { name: 'scalatest', kind: 'test-runner', commands: { spoken: { test: 'scalatest' } } },
  {
    name: 'lein',
    kind: 'build-tool',
    commands: {
      programs: 'lein clj clojure',
      proves: [
        [/^lein cloverage\b/, 'coverage', 'test'],
        [/^lein cljfmt check/, 'format'],
        [/^lein (eastwood|kibit|bikeshed|clj-kondo)\b/, 'lint'],
        [
          /^lein (with-profiles? \S+ )?((sub|modules|monolith each)( -s \S+)? )?(test|midje|kaocha|doo|ci|do .*test)\b|^(clojure|clj) .*(test|kaocha)\S*|^bb (\S*test\S*|ci)$/,
          'test',
        ],
        [/^lein (compile|uberjar|jar)\b/, 'build', 'types'],
      ],
      spoken: { test: 'kaocha' },
    },
  },
  { name: 'clj-kondo', kind: 'linter', commands: { programs: 'clj-kondo', spoken: { lint: 'clj-kondo|eastwood' } } },
  {
    name: 'cljfmt',
    kind: 'formatter',
    commands: {
      proves: [[/^cljfmt check/, 'format']],
      spoken: { format: 'cljfmt' },
      hazards: { rewrites: /\bcljfmt fix\b/ },
      looksOnly: [[/\bcljfmt fix\b/, instead('cljfmt fix', 'cljfmt check')]],
    },
  },
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
  { name: 'kotest', kind: 'test-runner', protection: { files: { config: [/^kotest\.properties$/] } } },
  {
    name: 'pmd',
    kind: 'linter',
    protection: {
      files: configOf('pmd'),
      directives: [comment('lint', /^java$/, /^\s*NOPMD\b/, 'line')],
      baselines: elements('pmd'),
    },
  },
  { name: 'spotbugs', kind: 'linter', protection: { files: configOf('spotbugs|findbugs') } },
  { name: 'android-lint', kind: 'linter', protection: { baselines: elements('lint|android-lint') } },
  {
    name: 'inspection',
    kind: 'linter',
    protection: {
      directives: [comment('lint', /^(?:java|kotlin|php)$/, /^\s*@?noinspection\s+(?<rules>\w+)/, 'line')],
    },
  },
  { name: 'ant', kind: 'build-tool', protection: { files: { build: [/^build\.xml$/] } } },
  {
    name: 'clojure',
    kind: 'build-tool',
    protection: { files: { build: [/^project\.clj$|^deps\.edn$|^bb\.edn$|^tests\.edn$|^shadow-cljs\.edn$/] } },
  },
]
