import { pieces, withoutComment } from '../shell/shell-text.ts'
import { degenerate, failsOnDifference, hazardOf, isToolHazard, onlyLists } from './hazards.ts'
import { purposesOfTool } from './purposes.ts'
import { type ProjectScript, type Reference, referenceIn, type ScriptBook } from './script-book.ts'
import { neverGate, purposeOfName } from './script-names.ts'
import type { CommandHazard, Purpose } from './tool-commands.ts'
import { readOnlyTwin } from './twins.ts'
import { unwrap, withoutUpdatingEnvironment } from './unwrap.ts'

/** What we know about one command. */
export interface CommandJudgement {
  readonly command: string
  readonly purposes: readonly Purpose[]
  readonly main: Purpose | null
  /** Why it is no gate; null when it could be one. */
  readonly problem: CommandHazard | 'missing' | 'unknown' | 'unfit' | null
  readonly includes: readonly string[]
}

export function judge(raw: string, book: ScriptBook): CommandJudgement {
  const command = cleaned(raw)
  const project = /^(?:cargo (?:xtask|x|dev)|(?:python3? )?\.?\/?x\.py|go run mage\.go(?: -v)?) ([a-z][\w:-]*)/.exec(
    unwrap(command),
  )?.[1]
  if (project !== undefined) return byName(command, { runner: 'cargo', name: project, rest: [] })
  if (onlyLists(unwrap(command))) return problem(command, 'runs')
  const reference = referenceIn(command)
  const outer = hazardOf(command)
  if (outer === 'cannot-fail' || outer === 'never-ends' || outer === 'publishes') return problem(command, outer)
  const several = reference === null ? [] : targetsOf(reference, book)
  if (several.length > 0) return ofTargets(command, several)
  if (reference !== null) {
    const told = bySubcommand(command, reference)
    if (told !== null) return told
    const script = book.find(reference)
    if (script !== undefined) return ofScript(command, reference, script, book)
    if (hasOwnTable(reference) && book.state(reference.runner) !== 'unread') return problem(command, 'missing')
    if (
      reference.runner !== 'mix' &&
      reference.runner !== 'cargo' &&
      reference.runner !== 'pdm' &&
      reference.runner !== 'composer'
    )
      return byName(command, reference)
  }
  if (outer !== null) return problem(command, outer)
  return ofTool(command, book)
}

const hasOwnTable = ({ runner }: Reference): boolean =>
  runner === 'npm' || runner === 'make' || runner === 'task' || runner === 'just' || runner === 'deno'

function cleaned(raw: string): string {
  const line = withoutComment(raw.trim().replace(/^(\$|>|%|❯)\s+/, ''))
  return pieces(line).length > 1
    ? line
    : ownTwin(withoutUpdatingEnvironment(line)).replace(/ --manifest-path (\.\/)?Cargo\.toml(?= |$)/, '')
}

/** `tox -e black` runs an environment of that name; what black does there stands in its body. */
const ownTwin = (line: string): string =>
  /^(tox|nox|make|rake|just|task|npm|composer)$/.test(referenceIn(line)?.runner ?? '') ? line : readOnlyTwin(line)

const problem = (command: string, hazard: NonNullable<CommandJudgement['problem']>): CommandJudgement => ({
  command,
  purposes: [],
  main: null,
  problem: hazard,
  includes: [],
})

/** No body to read: the name is all we have, and a name that ships or rewrites is believed. */
function byName(command: string, { name, runner }: Reference): CommandJudgement {
  const last = ownName(name, runner)
  // `make check` has been the test suite since before there were linters.
  const purpose = runner === 'make' && last === 'check' ? 'test' : purposeOfName(last)
  if (runner === 'make' && name === 'default') return known(command, ['build', 'types'], 'build')
  if (/^cibuild$/i.test(last)) return known(command, ['test', 'lint', 'build'], 'test')
  // There `dist` packs an archive; it compiles nothing.
  const packs = (runner === 'rake' || runner === 'make') && last === 'dist'
  if (neverGate(last) || packs) return problem(command, 'unfit')
  if (purpose === null)
    return runner === 'rake' && name === 'default' ? known(command, ['test'], 'test') : problem(command, 'unknown')
  return known(command, [purpose], purpose)
}

/**
 * `scripts/docs.py build`, `./dev lint`, `script/data.sh update`: a program with a word that says what it does this time. Its text has all
 * that it can do. Null where the program's own name says it, or neither does.
 */
function bySubcommand(command: string, { name, runner, rest }: Reference): CommandJudgement | null {
  const own = ownName(name, runner)
  const [word = ''] = rest
  if (runner !== 'file' || !/^[a-z][a-z-]+$/.test(word) || purposeOfName(own) !== null) return null
  const looks = rest.some(word => LOOKS_ONLY.test(word))
  if ((neverGate(word) || word === 'dist') && !looks) return problem(command, 'unfit')
  const purpose = purposeOfName(`${own}-${word}`) ?? purposeOfName(word)
  return purpose === null || looks ? null : known(command, [purpose], purpose)
}

/** Only files have endings; `test.setup` is another task than `test`. */
const ownName = (name: string, runner: Reference['runner']): string => {
  const last = name.split('/').at(-1) ?? name
  return runner === 'file' ? last.replace(/\.\w+$/, '') : last
}

const known = (command: string, purposes: readonly Purpose[], main: Purpose): CommandJudgement => ({
  command,
  purposes,
  main,
  problem: null,
  includes: [],
})

function ofScript(command: string, reference: Reference, script: ProjectScript, book: ScriptBook): CommandJudgement {
  if (degenerate(script.body) && script.body.trim() !== '') return problem(command, 'empty')
  const named = purposeOfName(ownName(reference.name, reference.runner))
  const inner = judgeScript(script, book)
  // Told to look only, a script that could also rewrite looks only.
  if (inner.problem === 'rewrites' && looksOnly(reference)) return byName(command, reference)
  // The program that runs the tests may send its image away in some other mode.
  if (inner.problem === 'publishes' && reference.runner === 'file' && named === 'test' && BRANCHES.test(script.body))
    return byName(command, reference)
  if (inner.problem !== null && !/^(unknown|missing|unfit)$/.test(inner.problem)) return problem(command, inner.problem)
  // A first target that we cannot read may do anything.
  if (inner.purposes.length === 0 && reference.name === 'default') return problem(command, 'unknown')
  // A target called like a tool that only fetches it.
  if (inner.purposes.length === 0 && pieces(script.body).every(({ text }) => hazardOf(text) === 'installs'))
    return script.body.trim() === '' ? byName(command, reference) : problem(command, 'unfit')
  // Named like a tool that its body runs in a form that checks nothing, or that no longer exists.
  if (inner.purposes.length === 0 && reference.rest.length === 0 && isNoCheck(script.body))
    return problem(command, 'unfit')
  if (inner.purposes.length === 0) return withOptions(command, reference, script, book) ?? byName(command, reference)
  const sure = named !== null && (inner.purposes.includes(named) || !WEAK_NAMES.test(reference.name))
  // All environments at once are there to test; that they also measure is a detail.
  const strongest = reference.name === 'default' && inner.purposes.includes('test') ? 'test' : inner.main
  const main = sure && named !== null && !(named === 'test' && isMisnomer(reference, script, inner)) ? named : strongest
  const purposes = main === null || inner.purposes.includes(main) ? inner.purposes : [main, ...inner.purposes]
  // `format` mostly rewrites; one whose body only looks is a check all the same.
  const onlyLooks = main === 'format' && /^(format|fmt|prettier|prettify)$/i.test(reference.name)
  if (neverGate(ownName(reference.name, reference.runner)) && main !== named && !onlyLooks)
    return problem(command, 'unfit')
  // `pnpm test --coverage` measures, whatever the script says.
  if (main === 'test' && /\s--cov(erage)?\b/.test(command))
    return {
      command,
      purposes: ['coverage', ...purposes.filter(one => one !== 'coverage')],
      main: 'coverage',
      problem: null,
      includes: [...inner.includes],
    }
  return { command, purposes, main, problem: null, includes: [...inner.includes] }
}

/** `test:code` that only calls a linter is a linter, where all of its body is known. */
const isMisnomer = (
  { name }: Reference,
  { body }: ProjectScript,
  { main, purposes, includes }: CommandJudgement,
): boolean =>
  /^tests?[:_-]/.test(name) &&
  (main === 'lint' || main === 'format') &&
  !purposes.includes('test') &&
  includes.length >= pieces(body).length

/** `yarn prettier --list-different`, where the script is `prettier .`: what the options make of its body. */
function withOptions(
  command: string,
  { rest }: Reference,
  { body }: ProjectScript,
  book: ScriptBook,
): CommandJudgement | null {
  if (!rest.some(word => word.startsWith('-')) || pieces(body).length > 1 || referenceIn(body) !== null) return null
  const whole = judge(`${body.trim()} ${rest.filter(word => word !== '--').join(' ')}`, book)
  return whole.problem === null ? { ...whole, command } : null
}

const isNoCheck = (body: string): boolean =>
  body.trim() !== '' &&
  pieces(body).every(({ text }) => isToolHazard('runs', unwrap(text)) || /\bsetup\.py test\b/.test(text))

const BRANCHES = /^\s*(?:if|case)\b/m
const LOOKS_ONLY = /^(--?check|--dry-run|--verify|--validate|--diff|--no-fix|--no-write|check)$/
const looksOnly = ({ rest }: Reference): boolean => rest.some(word => LOOKS_ONLY.test(word))

/** An environment for one interpreter: it runs what all of them run. */
const ONE_PYTHON = /^(py|pypy|python)\d*(\.\d+)?$/

/** `tox -e lint,py3`, `make lint test`: the judgement of each target by itself, or none where one is not known. */
function targetsOf({ runner, name, rest }: Reference, book: ScriptBook): readonly CommandJudgement[] {
  const call = { make: 'make', rake: 'rake', tox: 'tox -e', nox: 'nox -s' }[runner as string]
  const targets = [name, ...rest]
  if (call === undefined || targets.length < 2) return []
  const hasInterpreters = runner === 'tox' || runner === 'nox'
  // What follows a target of make may also be a variable.
  if (!hasInterpreters && !targets.every(target => book.find({ runner, name: target, rest: [] }) !== undefined))
    return []
  return targets.map(target => {
    if (!hasInterpreters || !ONE_PYTHON.test(target)) return judge(`${call} ${target}`, book)
    const whole = judge(runner, book)
    return whole.main === null ? known(runner, ['test'], 'test') : whole
  })
}

/** Several targets in one call prove what each of them proves, and one that is no check spoils it. */
function ofTargets(command: string, targets: readonly CommandJudgement[]): CommandJudgement {
  const trouble = targets.find(({ problem: one }) => /^(rewrites|never-ends|publishes|cannot-fail)$/.test(one ?? ''))
  if (trouble?.problem) return problem(command, trouble.problem)
  const purposes = [...new Set(targets.flatMap(one => one.purposes))]
  const main = targets.reduce<Purpose | null>((best, one) => strongest(best, one.main), null)
  if (main === null) return problem(command, 'unknown')
  const includes = targets.filter(one => one.problem === null).flatMap(one => [one.command, ...one.includes])
  return { command, purposes, main, problem: null, includes }
}

const WEAK_NAMES =
  /^(check|ci|ok|verify|validate|all|default|qa|precommit|pre-commit|preflight|gate|quality|analy[sz]e|style|static)/

const judged = new WeakMap<ScriptBook, Map<string, CommandJudgement>>()
const BODY_LINES = 400

/** Each script is judged once; one that calls itself, through others or not, adds nothing by that. */
function judgeScript(script: ProjectScript, book: ScriptBook): CommandJudgement {
  const known = judged.get(book) ?? new Map<string, CommandJudgement>()
  judged.set(book, known)
  const key = `${script.runner} ${script.name}`
  const before = known.get(key)
  if (before !== undefined) return before
  known.set(key, problem(script.body, 'unknown'))
  const found = judgeBody(script.body, book)
  known.set(key, found)
  return found
}

/** A body of several lines or parts: what any of it proves, unless one of them makes it unfit. */
function judgeBody(body: string, book: ScriptBook): CommandJudgement {
  const purposes = new Set<Purpose>()
  const includes: string[] = []
  let main: Purpose | null = null
  const swallowed = hazardOf(body)
  const whole = body.replace(/\r/g, '')
  for (const line of whole
    .split('\n')
    .slice(0, BODY_LINES)
    .map(text => text.replace(/^[@+]+/, ''))) {
    const lineHazard = hazardOf(line)
    if (lineHazard === 'cannot-fail') {
      if (pieces(line).some(({ text }) => judge(text, book).purposes.length > 0)) return problem(body, 'cannot-fail')
      continue
    }
    for (const { text, before } of pieces(line)) {
      // Behind a pipe nothing is checked, but a report may be sent away.
      if (before === '|' && hazardOf(text) === 'publishes') return problem(body, 'publishes')
      if (before === '|') continue
      if (swallowed !== null && hazardOf(text) === 'rewrites') return problem(body, 'rewrites')
      const found = judge(text, book)
      if ((found.problem === 'rewrites' || isFormatter(text, found)) && !failsOnDifference(whole))
        return problem(body, 'rewrites')
      if (found.problem === 'never-ends' || found.problem === 'publishes') return problem(body, found.problem)
      if (found.problem !== null) continue
      for (const purpose of found.purposes) purposes.add(purpose)
      main = strongest(main, found.main)
      includes.push(found.command, ...found.includes)
    }
  }
  return { command: body, purposes: [...purposes], main, problem: purposes.size === 0 ? 'unknown' : null, includes }
}

/** `all: lint format test`: a target of that name, whose body could not be read, is believed to rewrite. */
const isFormatter = (text: string, { problem }: CommandJudgement): boolean =>
  problem === 'unfit' && /^(format|fmt|reformat|autoformat)$/i.test(referenceIn(text)?.name ?? '')

const ORDER: readonly Purpose[] = ['coverage', 'test', 'lint', 'types', 'build', 'format', 'docs']

function strongest(a: Purpose | null, b: Purpose | null): Purpose | null {
  if (a === null || b === null) return a ?? b
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b
}

function ofTool(command: string, book: ScriptBook): CommandJudgement {
  const bare = withoutExcluded(unwrap(command))
  const nested = nestedScripts(bare)
  if (nested !== null) return ofNested(command, nested, book)
  const tool = FILE_NAME.test(bare) ? undefined : purposesOfTool(bare)
  const covers =
    (tool?.[0] === 'test' && /\s--cov(erage)?\b(?!-config)/.test(bare)) ||
    /\b(COVERAGE|COV)=(?!0|false)\S+/i.test(command) ||
    (tool?.[0] === 'test' && /\s-Dcoverage\b|--instrument-with[= ]bisect|\bconfig=coverage\b/i.test(bare)) ||
    /^(c8|nyc)\s/.test(command.replace(/^(npx|pnpm exec|yarn)\s+/, ''))
  if (tool === undefined) return problem(command, 'unknown')
  const purposes: readonly Purpose[] = covers ? ['coverage', ...tool.filter(purpose => purpose !== 'coverage')] : tool
  return known(command, purposes, purposes[0] ?? 'test')
}

/** `gradle build -x detekt` does not run detekt; that it leaves the tests out is for the tests' own pattern to see. */
const withoutExcluded = (bare: string): string =>
  /gradlew?\b/.test(bare) ? bare.replace(/\s(-x|--exclude-task)\s+(?!:?\S*[tT]est)\S+/g, '') : bare

/** `tox.ini` and `jest.config.js` are files, not runs of tox and jest. */
const FILE_NAME =
  /^[\w-]+(\.[\w-]+)*\.(ini|toml|json|jsonc|ya?ml|md|cfg|lock|txt|[cm]?[jt]sx?|rb|xml|neon|html|log)(\s|$)/

interface NestedScripts {
  readonly names: readonly string[]
  /** They are the scripts of the packages, not those of the root. */
  readonly inParts: boolean
}

const OF_PARTS = /^(?:turbo|nx|lerna|ultra|moon|vp|rush|wsrun|pnpm|yarn|npm|bun)\s/

/** Runners of other scripts: `run-s lint test`, `turbo run build`, `nx run-many -t test`, `pnpm -r test`. */
function nestedScripts(bare: string): NestedScripts | null {
  const patterns: readonly RegExp[] = [
    /^(?:run-s|run-p|npm-run-all2?|conc|concurrently)\s+(.+)$/,
    /^turbo(?:\s+run)?\s+(.+)$/,
    /^nx\s+(?:run-many|affected)\s+(.+)$/,
    /^(?:lerna|ultra|moon|vp)\s+run\s+(.+)$/,
    /^(?:mage|gulp|grunt|earthly|cargo make|invoke|inv|doit|ant|rush|scons)\s+(.+)$/,
    /^(?:lerna|wsrun|moon|nx)\s+(?:run\s+)?(\S+).*$/,
    /^pnpm\s+(?:-r|--recursive|-r\s+--\S+|--filter\s+\S+|-F\s+\S+|-C\s+\S+|--dir\s+\S+)\s+(?:run\s+)?(.+)$/,
    /^yarn\s+workspaces?\s+(?:foreach\s+.*?run|run|\S+(?:\s+run)?)\s+(.+)$/,
    /^npm\s+(?:run\s+)?(\S+)\s+.*--workspaces.*$/,
    /^bun\s+(?:run\s+)?--filter\s+\S+\s+(.+)$/,
    /^bun\s+--filter\s+\S+\s+(?:run\s+)?(.+)$/,
  ]
  for (const pattern of patterns) {
    const found = pattern.exec(bare)?.[1]
    if (found === undefined) continue
    const names = found
      .replace(/["']/g, ' ')
      .split(/[\s,]+/)
      .filter(word => word !== '' && !word.startsWith('-'))
      .map(word =>
        word
          .replace(/^(npm|pnpm|yarn):|^\+/, '')
          .replace(/^.*[#:](?=\w+$)/, match => (/^@|#/.test(match) ? '' : match))
          .replace(/\*$/, ''),
      )
    return { names, inParts: OF_PARTS.test(bare) }
  }
  return null
}

/** `check` beside `lint` is the compiler's; parts of a workspace keep these words apart. */
const nestedPurpose = (name: string, book: ScriptBook): Purpose | null =>
  name === 'check' && book.find({ runner: 'npm', name: 'lint', rest: [] }) !== undefined
    ? 'types'
    : purposeOfName(name.replace(/:$/, ''))

function ofNested(command: string, { names, inParts }: NestedScripts, book: ScriptBook): CommandJudgement {
  const found = names.flatMap(name => {
    const inner = inParts && book.parts().length > 0 ? ofParts(name, book.parts()) : ofOwn(name, book)
    if (inner !== null && (inner.purposes.length > 0 || isUnfit(inner))) return [inner]
    const purpose = neverGate(name) ? null : nestedPurpose(name, book)
    return purpose === null ? [] : [known(name, [purpose], purpose)]
  })
  const unfit = found.find(isUnfit)?.problem
  if (unfit) return problem(command, unfit)
  const purposes = [...new Set(found.flatMap(one => one.purposes))]
  const first = found[0]?.main ?? null
  return purposes.length === 0
    ? problem(command, 'unknown')
    : { command, purposes, main: first, problem: null, includes: names }
}

const isUnfit = ({ problem: trouble }: CommandJudgement): boolean =>
  trouble === 'rewrites' || trouble === 'never-ends' || trouble === 'publishes'

function ofOwn(name: string, book: ScriptBook): CommandJudgement | null {
  const script = book.find({ runner: 'npm', name, rest: [] })
  return script === undefined ? null : judgeScript(script, book)
}

/** A script of that name in each package that has one: what they prove together, and unfit where most of them are. */
function ofParts(name: string, parts: readonly ScriptBook[]): CommandJudgement | null {
  const all = parts.flatMap(part => ofOwn(name, part) ?? [])
  if (all.length === 0) return null
  const unfit = all.filter(isUnfit)
  if (unfit[0] !== undefined && unfit.length * 2 > all.length) return unfit[0]
  const purposes = [...new Set(all.flatMap(one => one.purposes))]
  const named = purposeOfName(name)
  const main = named !== null && purposes.includes(named) ? named : all.map(one => one.main).reduce(strongest, null)
  return { command: name, purposes, main, problem: null, includes: [] }
}
