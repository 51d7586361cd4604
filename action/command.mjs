// Inputs of the action as arguments of agent-loop. Every value is one word of the form --name=value or stands behind "--", so that no
// text, such as the title of an issue, can become a flag.
import { spawnSync } from 'node:child_process'

const MODES = {
  prove: {
    words: ['prove'],
    inputs: ['completion', 'task', 'timeout', 'proof'],
    lists: ['may-change', 'waive'],
    trust: true,
  },
  run: {
    words: ['run'],
    inputs: ['completion', 'agent', 'agent-cmd', 'max-iterations', 'timeout', 'max-cost', 'proof'],
    lists: ['may-change', 'waive'],
    trust: true,
  },
  'gate-doctor': { words: ['gate', 'doctor'], inputs: ['completion'], lists: [], trust: false },
  'verify-receipt': { words: ['receipt', 'verify'], inputs: ['key'], lists: [], trust: false },
}

/** What the mode does not use is refused, because somebody expects it to count. */
const OF_MODES = {
  task: ['prove', 'run'],
  base: ['prove'],
  head: ['prove'],
  agent: ['run'],
  'agent-cmd': ['run'],
  'max-iterations': ['run'],
  'max-cost': ['run'],
  'may-change': ['prove', 'run'],
  waive: ['prove', 'run'],
  key: ['verify-receipt'],
}

export function commandFor(input, { event, cwd }) {
  const mode = input('mode') || 'prove'
  if (!Object.hasOwn(MODES, mode)) throw new Error(`"${mode}" is not a mode. Use ${Object.keys(MODES).join(', ')}.`)
  for (const [name, modes] of Object.entries(OF_MODES))
    if (input(name) !== '' && !modes.includes(mode))
      throw new Error(`The mode ${mode} does not use the input "${name}".`)
  const { words, inputs, lists, trust } = MODES[mode]
  const flags = [
    ...inputs.flatMap(name => (input(name) === '' ? [] : [`--${name}=${input(name)}`])),
    ...lists.flatMap(name => linesOf(input(name)).map(line => `--${name}=${line}`)),
    ...(trust && isOn(input('trust-config')) ? ['--trust-config'] : []),
    ...extras(mode, input),
    '--json',
  ]
  return { mode, args: [...words, ...flags, ...behind(mode, input, { event, cwd })] }
}

const linesOf = text => text.split('\n').flatMap(line => (line.trim() === '' ? [] : [line.trim()]))
const isOn = text => text.toLowerCase() === 'true'

/** There is no terminal, so an inferred criterion is used only if it needs no person. */
function extras(mode, input) {
  const inferred = (mode === 'prove' || mode === 'run') && input('completion') === '' ? ['--auto-criteria'] : []
  return mode === 'verify-receipt' && isOn(input('rerun')) ? ['--run'] : inferred
}

function behind(mode, input, { event, cwd }) {
  if (mode === 'run') return ['--', required(input('task'), 'task', mode)]
  if (mode === 'verify-receipt') return ['--', required(input('receipt'), 'receipt', mode)]
  return mode === 'prove' ? ['--', rangeOf(input, event, cwd)] : []
}

function required(value, name, mode) {
  if (value === '') throw new Error(`The mode ${mode} needs the input "${name}".`)
  return value
}

const NO_COMMIT = /^0*$/

/** From the inputs, else from the pull request, the merge group, or the push. */
function rangeOf(input, event, cwd) {
  const request = event.pull_request ?? {}
  const base = input('base') || (request.base?.sha ?? event.merge_group?.base_sha ?? event.before ?? '')
  const head = input('head') || (request.head?.sha ?? event.merge_group?.head_sha ?? event.after ?? 'HEAD')
  if (NO_COMMIT.test(base)) throw new Error('No commit to compare with. Give the input "base".')
  return `${commit(base, cwd)}..${commit(head, cwd)}`
}

const PLACES = ['refs/heads/', 'refs/remotes/', 'refs/remotes/origin/']
const FULL_NAME = /^(?:@|[A-Z_]*HEAD|[0-9a-f]{40}|[0-9a-f]{64}|(?:refs|heads|tags|remotes)\/.*)$/

/** Names become ids: a branch may be called anything. Branches come first, because the author of a change can add a tag of that name. */
function commit(name, cwd) {
  for (const place of FULL_NAME.test(name) ? [''] : [...PLACES, '']) {
    const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${place}${name}^{commit}`]
    const { status, stdout } = spawnSync('git', words, { cwd, encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  throw new Error(`The commit ${name} is not in this clone. Check out with fetch-depth: 0.`)
}
