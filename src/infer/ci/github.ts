import { commandOfAction, wrapped } from '../../tools/commands/known-actions.ts'
import {
  at,
  fileAt,
  filesIn,
  lineOf,
  list,
  type Project,
  record,
  type SourceFile,
  string,
} from '../../tools/manifests/project.ts'
import { logicalLines } from '../../tools/shell/shell-text.ts'
import { CI_WEIGHT, type CiStep, deploys } from './ci-step.ts'
import { localForm } from './local-form.ts'
import { axisValues, matrixValues } from './matrix.ts'

interface Place {
  readonly project: Project
  readonly file: SourceFile
  readonly weight: number
  readonly context: string
  readonly folder: string
  readonly job?: readonly string[]
  readonly checkout?: string
  readonly variables?: readonly string[]
  readonly values: ReadonlyMap<string, string>
  readonly matrix: unknown
  readonly depth: number
}

const HOPS = 4

/** GitHub, Gitea and Forgejo Actions: steps of jobs that verify, through composite and reusable ones. */
export function actionsSteps(project: Project): CiStep[] {
  return ['.github', '.gitea', '.forgejo'].flatMap(home =>
    filesIn(project, `${home}/workflows`, /\.ya?ml$/).flatMap(file => {
      const weight = weightOf(file)
      return weight === 0
        ? []
        : workflowSteps({
            project,
            file,
            weight,
            context: `${file.path} ${string(at(file.data, 'name'))}`,
            folder: '',
            values: new Map(),
            matrix: {},
            depth: 0,
          })
    }),
  )
}

function weightOf(file: SourceFile): number {
  const on = at(file.data, 'on')
  const triggers = typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(record(on))
  const name = `${file.path
    .split('/')
    .at(-1)
    ?.replace(/\.ya?ml$/, '')} ${string(at(file.data, 'name'))}`
  const pushes = triggers.some(trigger => /^(push|pull_request|merge_group)$/.test(trigger))
  // Reusable workflows count where they are called.
  if (!pushes && triggers.length > 0 && triggers.every(trigger => trigger === 'workflow_call')) return 0
  if (deploys(name)) return pushes && /\b(ci|test|build|lint)\b/i.test(name) ? CI_WEIGHT.other : CI_WEIGHT.release
  if (!pushes) return CI_WEIGHT.aside
  if (
    /\b(ci|tests?|build|main|checks?|verify|continuous|lint(ing)?|node(\.js)?|python|rust|go|types?|typecheck|quality|run-tests)\b/i.test(
      name.replaceAll(/[-_]/g, ' '),
    )
  )
    return CI_WEIGHT.primary
  return CI_WEIGHT.other
}

function workflowSteps(place: Place): CiStep[] {
  const { file } = place
  const home = string(at(file.data, 'defaults', 'run', 'working-directory'))
  return Object.entries(record(at(file.data, 'jobs'))).flatMap(([id, job]) => {
    const name = `${id} ${string(at(job, 'name'))}`
    if (at(job, 'if') === false) return []
    const matrix = at(job, 'strategy', 'matrix')
    const inner: Place = {
      ...place,
      weight: deploys(name) ? Math.min(place.weight, CI_WEIGHT.release) : place.weight,
      context: `${place.context} ${name}`,
      job: [id, string(at(job, 'name'))],
      folder: string(at(job, 'defaults', 'run', 'working-directory')) || home || place.folder,
      checkout: checkoutOf(job),
      matrix,
      variables: Object.entries(record(at(job, 'env')))
        .filter(([, value]) => /\bmatrix\./.test(string(value)))
        .map(([name]) => name),
      values: new Map([
        ...place.values,
        ...[...matrixValues(matrix)].map(([key, value]) => [`matrix.${key}`, value] as const),
        ...environment(file.data),
        ...environment(job),
      ]),
    }
    if (at(job, 'continue-on-error') === true) return []
    const called = string(at(job, 'uses'))
    return called === ''
      ? list(at(job, 'steps')).flatMap(step => stepsOf(step, inner))
      : calledWorkflow(called, job, inner)
  })
}

/** The folder into which the job checks out the project: `name/src` in CI is `src` locally. */
const checkoutOf = (job: unknown): string =>
  list(at(job, 'steps'))
    .filter(
      step => /^actions\/checkout@/.test(string(at(step, 'uses'))) && at(step, 'with', 'repository') === undefined,
    )
    .map(step => tidy(string(at(step, 'with', 'path'))))
    .find(path => path !== '') ?? ''

const environment = (owner: unknown): [string, string][] =>
  Object.entries(record(at(owner, 'env'))).flatMap(([key, value]) =>
    typeof value === 'string' && !value.includes('${{') ? [[`env.${key}`, value]] : [],
  )

function stepsOf(step: unknown, place: Place): CiStep[] {
  if (at(step, 'continue-on-error') === true || at(step, 'if') === false) return []
  const uses = string(at(step, 'uses'))
  const context = `${place.context} ${string(at(step, 'name'))}`
  const own = string(at(step, 'working-directory'))
  const inner: Place = { ...place, context, folder: own === '' ? place.folder : (resolved(own, place)[0] ?? own) }
  if (uses.startsWith('./')) return calledAction(uses, step, inner)
  if (uses !== '') {
    const command = commandOfAction(uses, withValues(at(step, 'with'), place), place.project)
    return command === null
      ? []
      : [
          {
            command,
            folder: atHome(inner.folder, place.checkout),
            source: place.file.path,
            line: lineOf(place.file, uses),
            context,
            weight: place.weight,
            job: place.job,
          },
        ]
  }
  const shell = string(at(step, 'shell'))
  if (/^(python|pwsh|powershell|cmd|node)\b/.test(shell) && !/^pwsh/.test(shell)) return []
  return scriptSteps(string(at(step, 'run')), inner).map(one => ({
    ...one,
    folder: atHome(one.folder, place.checkout),
    label: string(at(step, 'name')),
    variables: [...(place.variables ?? []), ...Object.keys(record(at(step, 'env')))].filter(
      name => !OF_RUNNER.test(name),
    ),
  }))
}

/** The inputs of an action, with values of the matrix and the environment in place of expressions. */
const withValues = (inputs: unknown, place: Place): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(record(inputs)).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('${{') ? (resolved(value, place)[0] ?? value) : value,
    ]),
  )

/** They say how CI prints, caches, and signs in, not what is checked. */
const OF_RUNNER =
  /TOKEN|SECRET|PASSWORD|_KEY$|^CI$|COLOR|^TERM$|CACHE|LOG|DEBUG|VERBOS|BACKTRACE|^(NODE_OPTIONS|NODE_ENV|PATH|HOME|TZ|LANG|LC_\w+|GITHUB_\w+|FORCE_\w+|PIP_\w+|UV_\w+|CARGO_(TERM|INCREMENTAL|NET)\w*|MAVEN_\w+|GRADLE_\w+|JAVA_\w+|COVERALLS\w*|CODECOV\w*|BUNDLE_\w+|RAILS_ENV|MIX_ENV|PYTHON\w*|TOX_\w+|NX_\w+|TURBO_\w+|npm_\w+|NPM_\w+)$/i

const atHome = (folder: string, checkout = ''): string =>
  checkout !== '' && `${folder}/`.startsWith(`${checkout}/`) ? folder.slice(checkout.length + 1) : folder

/** `crates=(` and one name in each line: values, not commands. */
const ARRAY = /^[ \t]*(?:(?:declare|local|readonly)(?: -\w+)* )?\w+\+?=\([^()]*\)[ \t]*$/gm

/** The lines of a `run:` block; `cd` moves the rest of it, blocks of the shell are looked into. */
export function scriptSteps(script: string, place: Omit<Place, 'project' | 'depth'>): CiStep[] {
  if (script === '') return []
  const from = place.file.text.indexOf(script.trim().split('\n')[0]?.trim() ?? '')
  let folder = place.folder
  return logicalLines(script.replace(ARRAY, '')).flatMap(({ text }) => {
    const moved = /^(?:cd|pushd)\s+["']?([\w./-]+)["']?$/.exec(text)?.[1]
    if (moved !== undefined) {
      folder = join(folder, moved)
      return []
    }
    const line = lineOf(place.file, text, Math.max(from, 0))
    const bare = text.replace(/^(then|do|else)\s+/, '')
    return resolved(bare, place).map(command => ({
      command,
      folder: tidy(folder),
      source: place.file.path,
      line,
      context: place.context,
      weight: place.weight,
      job: place.job,
    }))
  })
}

const join = (folder: string, moved: string): string =>
  tidy(moved.startsWith('/') ? moved : folder === '' ? moved : `${folder}/${moved}`)

const tidy = (folder: string): string => {
  const parts: string[] = []
  for (const part of folder.replace(/\$\{\{\s*github\.workspace\s*\}\}\/?/, '').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Expressions replaced by values; a script name from the matrix gives one command each; unresolved ones are dropped. */
function resolved(text: string, { values, matrix }: Pick<Place, 'values' | 'matrix'>): string[] {
  const axis =
    /\b(?:run|task|make|just|composer|rake|-s|-e|-t|test|nox|tox|npm|yarn|pnpm|sbt|mill|rake|gradlew?|mvnw?)\s+(?:-\S+\s+)*[\w:-]*\$\{\{\s*matrix\.([\w.-]+)\s*\}\}/.exec(
      text,
    )?.[1]
  const choices = axis === undefined ? [] : axisValues(matrix, axis)
  const lines =
    choices.length > 1 && choices.length <= 12 && axis !== undefined
      ? choices.map(value => text.replaceAll(new RegExp(`\\$\\{\\{\\s*matrix\\.${axis}\\s*\\}\\}`, 'g'), value))
      : [text]
  return lines.flatMap(line => {
    const filled = line.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => values.get(expression) ?? '\u0000')
    // The environment is unknown, so all would run, which is not what CI checks.
    if (/\b(tox|nox)\b.*\u0000/.test(filled)) return []
    // A program of the project needs what stands behind the word that says what it does.
    if (MISSES_ARGUMENT.test(withVariables(filled, values))) return []
    const open = localForm(withVariables(filled, values))

      .replace(/\s(["'])[^"'\u0000]*\u0000[^"']*\1/g, '')
      .replace(
        /(?:\s(--?[\w-]+=|(-p|-F|--package|--features|--target|--profile|--python|--filter|--shard|--project|--browser|-c|--configuration|--config|--bin|--test|--bench|--example|--exclude|--toolchain|--preset|--suite|--testsuite|--group|--environment|--env|-j|-n|--jobs)\s+)|(?<=\s)|^)["']?\u0000["']?(?=\s|$)/g,
        '',
      )
      .replace(/\s+/g, ' ')
      .trim()
    return open.includes('\u0000') || open === '' ? [] : [open]
  })
}

/** `ci/run.sh test "$SYSTEM"`, where nobody says which. */
const MISSES_ARGUMENT =
  /^(?:(?:ba)?sh\s+|python3?\s+|node\s+)?(?:\.\/)?[\w./-]+\.(?:sh|bash|py|js|rb)\s+[a-z][\w-]*\s+["']?\u0000/

/** `$NAME` of the workflow's own environment; an unset one stays unresolved. */
const withVariables = (line: string, values: ReadonlyMap<string, string>): string =>
  line.replace(
    /(?<![\\$'\w])\$(?:\{([A-Z_][A-Z0-9_]*)\}|([A-Z_][A-Z0-9_]*))/g,
    (_, braced?: string, bare?: string) =>
      values.get(`env.${braced ?? bare}`) ?? ((braced ?? bare) === 'PWD' ? '$PWD' : '\u0000'),
  )

function inputValues(definition: unknown, given: unknown, place: Place): [string, string][] {
  return Object.entries(record(definition)).flatMap(([name, input]) => {
    const raw = record(given)[name]
    const value =
      typeof raw === 'string'
        ? (resolved(raw, place)[0] ?? '')
        : typeof raw === 'number' || typeof raw === 'boolean'
          ? String(raw)
          : ''
    const fallback = at(input, 'default')
    const chosen =
      value === ''
        ? typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean'
          ? String(fallback)
          : ''
        : value
    return [[`inputs.${name}`, chosen]]
  })
}

function calledWorkflow(uses: string, job: unknown, place: Place): CiStep[] {
  const file = uses.startsWith('./') ? fileAt(place.project, uses.slice(2)) : undefined
  if (file === undefined) return scriptSteps(wrapped(at(job, 'with')) ?? '', place)
  if (place.depth >= HOPS) return []
  const inputs = inputValues(at(file.data, 'on', 'workflow_call', 'inputs'), at(job, 'with'), place)
  return workflowSteps({ ...place, file, depth: place.depth + 1, values: new Map(inputs) })
}

function calledAction(uses: string, step: unknown, place: Place): CiStep[] {
  const folder = uses.slice(2).replace(/\/$/, '')
  const file = fileAt(place.project, `${folder}/action.yml`) ?? fileAt(place.project, `${folder}/action.yaml`)
  if (file === undefined || place.depth >= HOPS) return []
  const inputs = inputValues(at(file.data, 'inputs'), at(step, 'with'), place)
  const inner: Place = { ...place, file, depth: place.depth + 1, values: new Map(inputs), matrix: {} }
  return list(at(file.data, 'runs', 'steps')).flatMap(one => stepsOf(one, inner))
}
