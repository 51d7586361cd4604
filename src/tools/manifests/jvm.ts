import type { DefaultCommand, Ecosystem, ImpliedReason } from './default-command.ts'
import { exists, filesIn, folderAt, inFolder, type Project, textAt } from './project.ts'

const CONVENTION = 24

export const jvm: Ecosystem = (project, folder) => [...maven(project, folder), ...gradle(project, folder)]

type Line = readonly [string, DefaultCommand['purposes'], ImpliedReason, number]

const commands = (tool: string, source: string, lines: readonly Line[]): DefaultCommand[] =>
  lines.map(([goal, purposes, because, weight]) => ({ command: `${tool} ${goal}`, purposes, source, because, weight }))

/** Plugins of Maven that check, and the goal that does it. */
const MAVEN_PLUGINS: readonly (readonly [string, string])[] = [
  ['spotless-maven-plugin', 'spotless:check'],
  ['maven-checkstyle-plugin', 'checkstyle:check'],
  ['spotbugs-maven-plugin', 'spotbugs:check'],
]

function maven(project: Project, folder: string): DefaultCommand[] {
  const source = inFolder(folder, 'pom.xml')
  if (!exists(project, source)) return []
  const tool = exists(project, 'mvnw') ? './mvnw' : 'mvn'
  const text = textAt(project, source)
  const because = tool === 'mvn' ? 'pom.xml implies mvn' : 'pom.xml, and the wrapper mvnw'
  const plugins = MAVEN_PLUGINS.filter(([plugin]) => text.includes(plugin))
  const covered = text.includes('jacoco-maven-plugin')
  return commands(tool, source, [
    ['verify', ['test', 'build'], because, CONVENTION],
    ['test', ['test'], because, CONVENTION + 1],
    ['package -DskipTests', ['build'], because, CONVENTION],
    ['test-compile', ['types'], because, 20],
    ...plugins.map(([plugin, goal]): Line => [goal, ['lint', 'format'], { configured: plugin }, 20]),
    ...(covered ? [['verify jacoco:report', ['coverage', 'test'], { configured: 'jacoco' }, 20] as Line] : []),
  ])
}

/** Plugins of Gradle that check, and the task that does it. */
const GRADLE_PLUGINS: readonly (readonly [RegExp, string, DefaultCommand['purposes']])[] = [
  [/spotless/, 'spotlessCheck', ['lint', 'format']],
  [/ktlint/, 'ktlintCheck', ['lint', 'format']],
  [/detekt/, 'detekt', ['lint', 'format']],
  [/checkstyle/, 'checkstyleMain checkstyleTest', ['lint', 'format']],
  [/jacoco/, 'jacocoTestReport', ['coverage', 'test']],
  [/kover/, 'koverVerify', ['coverage', 'test']],
]

/** Source that several platforms share. */
const isShared = (folder: string): boolean => /(^|\/)src\/common(Main|Test)$/.test(folder)

function gradle(project: Project, folder: string): DefaultCommand[] {
  const listed = folderAt(project, folder).files.find(name => /^(build|settings)\.gradle(\.kts)?$/.test(name))
  if (listed === undefined) return []
  const tool = exists(project, 'gradlew') ? './gradlew' : 'gradle'
  const text = filesIn(project, folder, /\.gradle(\.kts)?$/)
    .map(file => file.text)
    .join('\n')
  const because = tool === 'gradle' ? `${listed} implies gradle` : `${listed}, and the wrapper gradlew`
  // ktlint inside a block of spotless has no task of its own.
  const inside = /spotless/.test(text) && !/jlleitschuh|ktlint-gradle|kotlinter/.test(text)
  const plugins = GRADLE_PLUGINS.filter(([plugin, task]) => plugin.test(text) && !(inside && task === 'ktlintCheck'))
  const linted = plugins.some(([, , purposes]) => purposes.includes('lint'))
  // Multiplatform builds have no task called test that would run all of them.
  const many = /multiplatform|com\.android/.test(text) || text.trim() === '' || [...project.tree.keys()].some(isShared)
  return commands(tool, inFolder(folder, listed), [
    ['test', ['test'], because, many ? CONVENTION - 3 : CONVENTION],
    ['check', linted ? ['test', 'lint', 'format'] : ['test'], because, CONVENTION - 1],
    ['build', linted ? ['build', 'test', 'lint', 'format'] : ['build', 'test'], because, CONVENTION],
    ['assemble', ['build', 'types'], because, CONVENTION - 2],
    ...plugins.map(([, task, purposes]): Line => [task, purposes, { configured: task }, 20]),
  ])
}
