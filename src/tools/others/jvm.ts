import { instead } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

/** Tools for Java, Kotlin, Scala, and Clojure of which we know their commands only. */
export const jvmTools: readonly Tool[] = [
  {
    name: 'checkstyle',
    kind: 'linter',
    commands: {
      proves: [[/^(\S*\/)?checkstyle\b/, 'lint', 'format']],
      spoken: { lint: 'checkstyle|spotbugs|pmd' },
      settings: { files: 'checkstyle' },
    },
  },
  {
    name: 'spotless',
    kind: 'formatter',
    commands: {
      spoken: { format: 'spotless' },
      hazards: { rewrites: /\bspotlessApply\b|\bspotless:apply\b/ },
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
      starts: 'ktlint',
      spoken: { format: 'ktlint' },
      hazards: { rewrites: /\bktlintFormat\b|\bktlint\b.*\s-F\b/ },
      looksOnly: [[/\bktlintFormat\b/, instead('ktlintFormat', 'ktlintCheck')]],
      fixes: 'ktlint',
    },
  },
  {
    name: 'detekt',
    kind: 'linter',
    commands: { programs: 'detekt', starts: 'detekt', spoken: { lint: 'detekt' }, settings: { files: 'detekt' } },
  },
  { name: 'junit', kind: 'test-runner', commands: { spoken: { test: 'junit' } } },
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
  {
    name: 'clj-kondo',
    kind: 'linter',
    commands: { programs: 'clj-kondo', starts: 'clj-kondo', spoken: { lint: 'clj-kondo|eastwood' } },
  },
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
]
