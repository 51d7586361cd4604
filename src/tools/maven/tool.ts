import { jvmTests } from '../canary/planters.ts'
import { dial } from '../protection/protection.ts'
import type { Tool } from '../tool.ts'
import { maven as mavenOutput } from './read.ts'

export const maven: Tool = {
  name: 'maven',
  kind: 'build-tool',
  cannotStart: [
    { pattern: /^\[ERROR\] .*there is no (POM) in this directory/, what: 'file', exits: [1] },
    {
      pattern: /^\[ERROR\] Plugin (\S+) or one of its dependencies could not be resolved/,
      what: 'dependencies',
      exits: [1],
    },
    {
      pattern:
        /^\[ERROR\] .*(?:Could not resolve dependencies|Non-resolvable (?:parent|import) POM)\b.*(?:Cannot access|Could not transfer|Unknown host).*?artifact (\S+)/,
      what: 'dependencies',
      exits: [1],
    },
  ],
  commands: {
    programs: 'mvn mvnw',
    proves: [
      [/^(\S*mvnw?|mvn)\b.*jacoco/, 'coverage', 'test'],
      [
        /^(\S*mvnw|mvn)\b.*(spotless:check|checkstyle:check|spotbugs:check|pmd:check|fmt:check|formatter:validate|\w-maven-plugin(:[\d.]+)?:check)/,
        'lint',
        'format',
      ],
      [/^(?!.*(-DskipTests|-Dmaven\.test\.skip))(\S*mvnw|mvn)\b.*\b(verify|install)\b/, 'test', 'build'],
      [/^(\S*mvnw|mvn)\b.*\btest\b/, 'test'],
      [/^(\S*mvnw|mvn)\b.*\b(package|compile|verify|install|test-compile)\b/, 'build', 'types'],
    ],
    sign: /\bmvnw?\b/,
    spoken: { build: 'mvn package' },
    settings: { name: '(?:maven|pom)', byFile: { files: /(?:^|\/)pom\.xml$/ } },
  },
  readers: [mavenOutput],
  ids: { reports: '**/target/{surefire,failsafe}-reports/TEST-*.xml' },
  canary: { tests: jvmTests },
  protection: {
    label: 'jvm',
    files: {
      autoLoaded: [/^toolchains\.xml$|^jvm\.config$|^maven\.config$|^extensions\.xml$/],
      autoLoadedPaths: [/(?:^|\/)\.mvn\/[^/]+$/],
      build: [/^pom\.xml$/],
      loadedBuild: [/^maven-wrapper\.(?:properties|jar)$|^mvnw(?:\.cmd)?$/],
    },
    settings: {
      files: /(?:^|\/)pom\.xml$/,
      alias: path => path.replace(/^.*\.(?=(?:minimum|exclude|rerunFailingTestsCount)$)/, ''),
      dials: [dial('min', 'coverage', /^minimum$/), dial('max', 'retries', /^rerunFailingTestsCount$/, 0)],
    },
    uncached: env => ({
      MAVEN_ARGS: [env['MAVEN_ARGS'], '-Dmaven.build.cache.enabled=false'].filter(Boolean).join(' '),
    }),
    outside: { home: ['.mavenrc', '.m2/settings.xml', '.m2/toolchains.xml'], variables: ['MAVEN_CONFIG'] },
  },
}
