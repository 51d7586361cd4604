import { jvmTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { gradle as gradleOutput } from './read.ts'

export const gradle: Tool = {
  name: 'gradle',
  kind: 'build-tool',
  cannotStart: [
    { pattern: /^Task '([^']+)' not found in (?:root )?project/, what: 'target', exits: [1] },
    { pattern: /does not contain a (Gradle build)\./, what: 'file', exits: [1] },
    {
      pattern: /^\s*(?:> )?Plugin \[id: '([^']+)'.*\] was not found in any of the following sources/,
      what: 'dependencies',
      exits: [1],
    },
    {
      pattern: /^\s*> (?:No cached version of (\S+) available for offline mode|Could not (?:GET|HEAD) '([^']+)')/,
      what: 'dependencies',
      exits: [1],
    },
  ],
  commands: {
    programs: 'gradle gradlew',
    proves: [
      [/^(\S*gradlew|gradle)\b.*(jacoco|kover|coverage)\w*/i, 'coverage', 'test'],
      [
        /^(\S*gradlew|gradle)\b.*(spotlessCheck|ktlintCheck|lintKotlin|checkstyle\w*|detekt\w*|pmd\w*|spotbugs\w*|ktfmtCheck|(\s|:)lint(Debug|Release)?(?=\s|$))/,
        'lint',
        'format',
      ],
      [/^(?!.*-x test)(\S*gradlew|gradle)\b.*(\s|:)build(\s|$)/, 'build', 'test'],
      [/^(?!.*-x test)(\S*gradlew|gradle)\b.*(\s|:)check(\s|$)/, 'test'],
      [/^(?!.*-x test)(\S*gradlew|gradle)\b.*(\s|:)([a-z]\w*T|t)ests?(\s|$)/, 'test'],
      [/^(\S*gradlew|gradle)\b.*(\s|:)(assemble\w*|classes|compile\w+|jar|build|testClasses)(\s|$)/, 'build', 'types'],
      [/^(\S*gradlew|gradle)\b.*(\s|:)(dokka\w*|javadoc)(\s|$)/, 'docs'],
    ],
    sign: /\bgradlew?\b/,
    spoken: { build: 'gradle build' },
    settings: { byFile: { files: /(?:^|\/)(?:build|settings)\.gradle(?:\.kts)?$/ } },
  },
  readers: [gradleOutput],
  ids: { reports: '**/build/test-results/**/TEST-*.xml' },
  canary: { tests: jvmTests },
  protection: {
    files: {
      autoLoaded: [/^init\.gradle(?:\.kts)?$/],
      build: [/^build\.gradle(?:\.kts)?$/],
      loadedBuild: [
        /^gradle\.properties$|^settings\.gradle(?:\.kts)?$|^gradle-wrapper\.(?:properties|jar)$|^gradlew(?:\.bat)?$/,
      ],
    },
    caches: ['.gradle'],
    outputs: ['.gradle'],
    uncached: env => ({
      GRADLE_OPTS: [env['GRADLE_OPTS'], '-Dorg.gradle.caching=false -Dorg.gradle.daemon=false']
        .filter(Boolean)
        .join(' '),
    }),
    outside: { home: ['.gradle/gradle.properties', '.gradle/init.gradle', '.gradle/init.gradle.kts'] },
  },
}
