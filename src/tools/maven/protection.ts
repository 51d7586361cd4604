import { dial, type Protection } from '../protection.ts'

export const mavenProtection: Protection = {
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
}
