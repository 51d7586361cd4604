import { isTestKind } from '../../criteria/task/scope-terms.ts'
import { takesFolder } from '../../tools/commands/partial.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { scriptsOf } from '../../tools/manifests/folder-scripts.ts'
import { type PackageManager, packageManager } from '../../tools/manifests/package-manager.ts'
import { at, exists, fileAt, folderAt, inFolder, type Project } from '../../tools/manifests/project.ts'
import type { Check } from '../choice/checks.ts'
import { checksOf } from '../choice/checks.ts'
import type { Candidate } from '../evidence.ts'
import { asCandidate, defaultsOf } from '../manifests/layer.ts'
import { scriptCandidates } from '../manifests/script-candidates.ts'
import { hasFile, type Member, type ProjectScope, testProjectOf } from './members.ts'

const OWN_WEIGHT = 80

/** Commands for one part of the project, spelled the way its ecosystem addresses parts. */
export function scopedChecks(
  project: Project,
  scope: ProjectScope,
  everything: readonly Check[],
  candidates: readonly Candidate[],
): Check[] {
  const { member } = scope
  if (member === null) return checksOf(scope.folder === null ? [] : folderCommands(project, scope.folder, everything))
  const own = [
    ...nodeMember(project, member),
    ...cargoMember(project, member, everything),
    ...otherMember(project, member),
  ]
  const seen = candidates
    .filter(candidate => candidate.folder === member.folder || mentions(candidate, member))
    .map(candidate => ({ ...candidate, folder: '', partial: false }))
  return checksOf([...own, ...seen])
}

function mentions({ command, partial }: Candidate, { name, folder }: Member): boolean {
  const words = command.split(/[\s=:]+/)
  return (
    partial &&
    !NARROWER.test(command) &&
    (words.includes(name) ||
      words.some(word => word.replace(/^\.\//, '').replace(/\/(\.\.\.)?$/, '') === folder) ||
      words.some(word => word.replace(/^\.\//, '').startsWith(`${folder}/`)))
  )
}

/** One test of the part is no proof of the part. */
const NARROWER = /\s(--tests?|-Dtest|-run|-k|--filter|--testNamePattern|--exact)(=|\s|$)/

const candidate = (command: string, purposes: readonly Purpose[], source: string, because: string): Candidate => ({
  command,
  purposes,
  main: purposes[0] ?? 'test',
  layer: 3,
  source,
  line: 1,
  fact: { code: 'implied-command', because, command },
  weight: OWN_WEIGHT,
  partial: false,
  folder: '',
  words: [],
  includes: [],
})

/** Scripts of a workspace package, through the manager's own way to address it; nx projects through nx. */
function nodeMember(project: Project, member: Member): Candidate[] {
  const source = inFolder(member.folder, 'package.json')
  if (exists(project, 'nx.json') && hasFile(project, member.folder, 'project.json')) {
    const target = (name: string, purpose: Purpose): Candidate =>
      candidate(
        `npx nx ${name} ${member.name}`,
        [purpose],
        inFolder(member.folder, 'project.json'),
        `${member.name} is an nx project`,
      )
    return [target('test', 'test'), target('lint', 'lint'), target('build', 'build')]
  }
  if (!exists(project, source)) return []
  const alone =
    !exists(project, 'package.json') ||
    !hasWorkspaces(project) ||
    LOCKFILES.some(name => hasFile(project, member.folder, name))
  const manager = packageManager(project, alone ? member.folder : '')
  const found = scriptCandidates(project, scriptsOf(project, member.folder), manager).candidates
  return found.map(one => ({
    ...one,
    command: alone ? `cd ${member.folder} && ${one.command}` : addressed(one.command, member, manager),
    weight: one.weight + OWN_WEIGHT - 40,
  }))
}

/** Without them, no package manager can address a part by its name; lerna alone is not enough. */
const hasWorkspaces = (project: Project): boolean =>
  exists(project, 'pnpm-workspace.yaml') || at(fileAt(project, 'package.json')?.data, 'workspaces') !== undefined

const LOCKFILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb']

function addressed(command: string, { name, folder }: Member, manager: PackageManager): string {
  const script = /^(?:npm|pnpm|yarn|bun) (?:run )?(\S+)$/.exec(command)?.[1]
  if (script === undefined) return `cd ${folder} && ${command}`
  switch (manager) {
    case 'pnpm':
      return `pnpm --filter ${name} ${script}`
    case 'yarn':
      return `yarn workspace ${name} ${script}`
    case 'bun':
      return `cd ${folder} && bun run ${script}`
    case 'npm':
      return script === 'test' ? `npm test -w ${name}` : `npm run ${script} -w ${name}`
  }
}

function cargoMember(project: Project, member: Member, everything: readonly Check[]): Candidate[] {
  if (!hasFile(project, member.folder, 'Cargo.toml')) return []
  const source = inFolder(member.folder, 'Cargo.toml')
  const outside = !exists(project, 'Cargo.toml')
  const nextest = everything.some(({ command, main }) => main === 'test' && command.startsWith('cargo nextest'))
  const line = (tool: string, purpose: Purpose, flags = ''): Candidate =>
    candidate(
      outside ? `cd ${member.folder} && cargo ${tool}${flags}` : `cargo ${tool} -p ${member.name}${flags}`,
      [purpose],
      source,
      `${member.name} is a crate of the workspace`,
    )
  return [
    line(nextest ? 'nextest run' : 'test', 'test'),
    line('build', 'build'),
    line('check', 'types'),
    line('clippy', 'lint', ' -- -D warnings'),
  ]
}

function otherMember(project: Project, member: Member): Candidate[] {
  const { folder, name } = member
  const files = folderAt(project, folder).files
  const solution = files.find(file => /\.slnx?$/.test(file))
  const csproj = files.find(file => /\.(cs|fs)proj$/.test(file))
  if (solution !== undefined || csproj !== undefined) {
    const own = inFolder(folder, solution ?? csproj ?? '')
    const tests = solution !== undefined ? own : (testProjectOf(project, member) ?? own)
    return [
      candidate(`dotnet test ${tests}`, ['test'], tests, 'it holds the tests of that part'),
      candidate(`dotnet build ${own}`, ['build', 'types', 'lint'], own, 'it is a separate project'),
    ]
  }
  if (files.some(file => /\.gradle(\.kts)?$/.test(file))) return gradleMember(project, member)
  if (files.includes('pom.xml')) {
    const tool = exists(project, 'mvnw') ? './mvnw' : 'mvn'
    const line = (goal: string, purposes: readonly Purpose[]): Candidate =>
      candidate(`${tool} -pl ${folder} -am ${goal}`, purposes, `${folder}/pom.xml`, `${name} is a module`)
    return [line('test', ['test']), line('package -DskipTests', ['build', 'types']), line('verify', ['test', 'build'])]
  }
  if (
    files.some(file => /^deno\.jsonc?$/.test(file)) &&
    (exists(project, 'deno.json') || exists(project, 'deno.jsonc'))
  ) {
    return [
      candidate(`deno test -A ${folder}`, ['test'], `${folder}/deno.json`, `${name} is a workspace member`),
      candidate(`deno lint ${folder}`, ['lint'], `${folder}/deno.json`, `${name} is a workspace member`),
      candidate(`deno check ${folder}`, ['types'], `${folder}/deno.json`, `${name} is a workspace member`),
    ]
  }
  if (files.includes('Cargo.toml') || files.includes('package.json')) return []
  const implied = defaultsOf(project, folder).map(one => ({
    ...asCandidate(one, folder, project),
    folder: '',
    weight: one.weight + OWN_WEIGHT - 30,
  }))
  return [...implied, ...targetsOf(project, folder)]
}

/** Targets of a Makefile, justfile or Taskfile that the part has for itself. */
const targetsOf = (project: Project, folder: string): Candidate[] =>
  scriptCandidates(project, scriptsOf(project, folder), 'npm')
    .candidates.filter(({ command }) => /^(make|just|task)(\s|$)/.test(command))
    .map(one => ({ ...one, command: `cd ${folder} && ${one.command}`, weight: one.weight + OWN_WEIGHT - 40 }))

function gradleMember(project: Project, { folder, name }: Member): Candidate[] {
  const tool = exists(project, 'gradlew') ? './gradlew' : 'gradle'
  const path = `:${folder.replaceAll('/', ':')}`
  const root = folderAt(project, '')
    .files.filter(file => /\.gradle(\.kts)?$/.test(file))
    .map(file => project.files.get(file)?.text ?? '')
    .join('\n')
  const many =
    /multiplatform/.test(root) ||
    [...folderAt(project, `${folder}/src`).folders].some(source => /^(common|jvm|native)(Main|Test)$/.test(source))
  const line = (task: string, purposes: readonly Purpose[]): Candidate =>
    candidate(`${tool} ${path}:${task}`, purposes, folder, `${name} is a Gradle module`)
  return [
    line(many ? 'check' : 'test', ['test']),
    line('check', ['test', 'lint']),
    line('assemble', ['build', 'types']),
    line('spotlessCheck', ['format', 'lint']).command.includes('spotless') && /spotless/.test(root)
      ? line('spotlessCheck', ['format', 'lint'])
      : line('build', ['build', 'test']),
  ]
}

/** A plain folder: runners that take one get it; the others keep looking at everything. */
function folderCommands(project: Project, folder: string, everything: readonly Check[]): Candidate[] {
  if (exists(project, 'go.mod'))
    return [candidate(`go test ./${folder}/...`, ['test'], 'go.mod', `${folder} is a package of the module`)]
  if ((exists(project, 'deno.json') || exists(project, 'deno.jsonc')) && !exists(project, 'package.json'))
    return [candidate(`deno test -A ${folder}`, ['test'], 'deno.json', `${folder} is named`)]
  const suite = everything
    .filter(({ main, partial, command }) => main === 'test' && !partial && takesFolder(command))
    .sort((a, b) => b.score - a.score)[0]
  return suite !== undefined && /(^|\/)(tests?|specs?|x?t)(\/|$)/.test(folder)
    ? [
        candidate(
          `${suite.command} ${folder}`,
          ['test'],
          suite.sightings[0]?.source ?? folder,
          `the suite, limited to ${folder}`,
        ),
      ]
    : []
}

const isAbout = (name: string, word: string): boolean =>
  name.split('.').includes(word) || (isTestKind(word) && name.includes(word))

/** .NET keeps unit, integration and functional tests in projects of their own. */
export function dotnetKind(project: Project, words: readonly string[]): Check[] {
  if (words.length === 0) return []
  const found: Candidate[] = []
  for (const [folder, { files }] of project.tree) {
    const own = files.find(
      name => /tests?\.(cs|fs)proj$/i.test(name) && words.some(word => isAbout(name.toLowerCase(), word)),
    )
    if (own !== undefined)
      found.push(
        candidate(
          `dotnet test ${inFolder(folder, own)}`,
          ['test'],
          inFolder(folder, own),
          'its name says which tests it holds',
        ),
      )
  }
  return checksOf(found.slice(0, 1))
}
