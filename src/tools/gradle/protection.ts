import type { Protection } from '../protection.ts'

export const gradleProtection: Protection = {
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
    GRADLE_OPTS: [env['GRADLE_OPTS'], '-Dorg.gradle.caching=false -Dorg.gradle.daemon=false'].filter(Boolean).join(' '),
  }),
  outside: { home: ['.gradle/gradle.properties', '.gradle/init.gradle', '.gradle/init.gradle.kts'] },
}
