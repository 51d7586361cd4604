import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
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
  ],
  sign: /\bgradlew?\b/,
  spoken: { build: 'gradle build' },
  settings: { byFile: { files: /(?:^|\/)(?:build|settings)\.gradle(?:\.kts)?$/ } },
}
