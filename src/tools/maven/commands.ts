import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
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
}
