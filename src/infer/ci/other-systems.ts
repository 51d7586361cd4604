import {
  at,
  filesIn,
  list,
  type Project,
  record,
  type SourceFile,
  string,
  strings,
} from '../../tools/manifests/project.ts'
import { CI_WEIGHT, type CiStep, deploys } from './ci-step.ts'
import { scriptSteps } from './github.ts'

interface Where {
  readonly file: SourceFile
  readonly name: string
  readonly folder?: string
}

function lines(script: unknown, { file, name, folder = '' }: Where): CiStep[] {
  const weight = deploys(name) ? CI_WEIGHT.release : CI_WEIGHT.primary
  // One shell runs all lines of a script, so that a `cd` stays in effect.
  const text = strings(script).join('\n')
  return scriptSteps(text, { file, weight, context: name, folder, values: new Map(), matrix: {} })
}

const GITLAB_OWN = new Set(
  'stages variables default include image services cache before_script after_script workflow pages spec'.split(' '),
)

/** GitLab: jobs with `extends`, `!reference` and local includes. */
export function gitlabSteps(project: Project): CiStep[] {
  const files = [
    ...filesIn(project, '', /^\.gitlab-ci\.ya?ml$/),
    ...['.gitlab', '.gitlab/ci', '.gitlab-ci'].flatMap(folder => filesIn(project, folder, /\.ya?ml$/)),
  ]
  const jobs = new Map(
    files.flatMap(file => Object.entries(record(file.data)).map(([name, job]) => [name, { job, file }] as const)),
  )
  return [...jobs].flatMap(([name, { job, file }]) => {
    if (name.startsWith('.') || GITLAB_OWN.has(name) || at(job, 'allow_failure') === true) return []
    return lines(gitlabScript(job, jobs, 0), { file, name: `${name} ${string(at(job, 'stage'))}` })
  })
}

function gitlabScript(job: unknown, jobs: ReadonlyMap<string, { job: unknown }>, depth: number): string[] {
  if (depth > 5) return []
  const own = at(job, 'script')
  if (own === undefined)
    return strings(at(job, 'extends')).flatMap(parent => gitlabScript(jobs.get(parent)?.job, jobs, depth + 1))
  return (typeof own === 'string' ? [own] : list(own)).flatMap(line => {
    if (typeof line === 'string') return [line]
    if (Array.isArray(line)) return strings(line)
    const [name, key] = strings(at(line, 'reference'))
    const target = name === undefined ? undefined : jobs.get(name)?.job
    return key === 'script' ? gitlabScript(target, jobs, depth + 1) : strings(at(target, key ?? 'script'))
  })
}

/** CircleCI: run steps of jobs and of the commands they call. */
export function circleSteps(project: Project): CiStep[] {
  return filesIn(project, '.circleci', /\.ya?ml$/).flatMap(file => {
    const commands = record(at(file.data, 'commands'))
    const steps = (all: unknown, name: string, folder: string, depth: number): CiStep[] =>
      list(all).flatMap(step => {
        const run = at(step, 'run')
        if (run !== undefined)
          return lines(string(run) || string(at(run, 'command')), {
            file,
            name: `${name} ${string(at(run, 'name'))}`,
            folder: string(at(run, 'working_directory')) || folder,
          })
        const called = typeof step === 'string' ? step : (Object.keys(record(step))[0] ?? '')
        const inner = at(step, 'when', 'steps') ?? at(step, 'unless', 'steps') ?? at(commands[called], 'steps')
        return depth > 4 ? [] : steps(inner, `${name} ${called}`, folder, depth + 1)
      })
    return Object.entries(record(at(file.data, 'jobs'))).flatMap(([name, job]) => {
      const home = string(at(job, 'working_directory'))
      return steps(at(job, 'steps'), `${file.path} ${name}`, /^[~/]/.test(home) ? '' : home, 0)
    })
  })
}

/** Travis, Azure, Cirrus, Woodpecker, Drone, Bitbucket, Buildkite, AppVeyor, sourcehut: scripts by their usual keys. */
export function plainSteps(project: Project): CiStep[] {
  const root = filesIn(
    project,
    '',
    /^(\.travis\.yml|azure-pipelines\.ya?ml|\.cirrus\.yml|\.woodpecker\.ya?ml|\.drone\.yml|\.?appveyor\.yml|bitbucket-pipelines\.yml|\.build\.yml|wercker\.yml)$/,
  )
  const inFolders = ['.woodpecker', '.buildkite', '.builds'].flatMap(folder => filesIn(project, folder, /\.ya?ml$/))
  return [...root, ...inFolders].flatMap(file => scripts(file.data, file, file.path, 0))
}

const SCRIPT_KEYS = /^(script|scripts|commands?|\w*_script|bash|run|test_script|build_script)$/

function scripts(value: unknown, file: SourceFile, name: string, depth: number): CiStep[] {
  if (depth > 8) return []
  if (Array.isArray(value)) return value.flatMap(item => scripts(item, file, name, depth + 1))
  return Object.entries(record(value)).flatMap(([key, inner]) => {
    if (/deploy|after_|before_|install|on_failure|notif/.test(key)) return []
    const label = `${name} ${key} ${string(at(inner, 'name'))} ${string(at(inner, 'displayName'))}`
    if (SCRIPT_KEYS.test(key) && strings(inner).length > 0) return lines(inner, { file, name })
    return scripts(inner, file, label, depth + 1)
  })
}

/** Bazel's own CI names targets, not commands. */
export function bazelSteps(project: Project): CiStep[] {
  return filesIn(project, '.bazelci', /\.ya?ml$/).flatMap(file => {
    const parts = [at(file.data, 'platforms'), at(file.data, 'tasks')].flatMap(all => Object.values(record(all)))
    return (['test', 'build'] as const).flatMap(verb => {
      const targets = parts.map(part => strings(at(part, `${verb}_targets`)).filter(target => target !== '--'))
      const [first = []] = targets.filter(all => all.length > 0)
      return first.length === 0 ? [] : lines(`bazel ${verb} ${first.join(' ')}`, { file, name: file.path })
    })
  })
}

/** Jenkinsfile: `sh '…'` steps, with the name of their stage. A step of a shared library says nothing and is skipped. */
export function jenkinsSteps(project: Project): CiStep[] {
  return filesIn(project, '', /^Jenkinsfile$/).flatMap(file => {
    let stage = ''
    const found: CiStep[] = []
    const pattern =
      /stage\s*\(?\s*['"]([^'"]+)['"]|\b(?:sh|bat|pwsh)\s*\(?\s*(?:script:\s*)?('''|"""|['"])([\s\S]*?)\2/g
    for (const match of file.text.matchAll(pattern)) {
      if (match[1] !== undefined) stage = match[1]
      else if (match[3] !== undefined)
        found.push(...lines(match[3].replace(/\$\{[^}]*\}/g, ''), { file, name: `${file.path} ${stage}` }))
    }
    return found
  })
}
