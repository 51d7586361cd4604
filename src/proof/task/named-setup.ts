import { isBuiltin } from 'node:module'
import { mainClause } from '../../criteria/task/clauses.ts'
import { partsOf } from '../../criteria/task/parts.ts'
import { TOOLS } from '../../tools/catalog.ts'
import { MANIFEST } from '../../tools/manifests/manifest-files.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { withoutSettingComments } from '../../tools/syntax/setting-comments.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { escaped, type TreeCode } from './tree-code.ts'

/** What a task demands of manifests, configs, and workflows, and the tree contradicts. */
interface UnmetSetup {
  readonly says: string
  readonly refuses: boolean
}

/** "upgrade express to version 5", "drop the express dependency", "set up ESLint", "add a GitHub workflow": what is named must change. */
export function unmetSetup(task: string, code: TreeCode): UnmetSetup[] {
  // A lock file, which is not compared, may be all that changed.
  if (code.changed.size === 0) return []
  return partsOf(mainClause(task)).flatMap(part => {
    const clause = part
      .trim()
      .replace(/^(?:please|just|now|then|also|we (?:need|want) to|let's|can you|could you)\s+/i, '')
    return RULES.flatMap(rule => rule(clause, code) ?? []).slice(0, 1)
  })
}

type Rule = (clause: string, code: TreeCode) => UnmetSetup | null

const PACKAGE = '[`"\']?(?<name>(?!(?:it|them|that|this|these|those|everything|both)\\b)@?[A-Za-z][\\w./-]*\\w)[`"\']?'
const ARTICLES = '(?:(?:the|our|its|all|any|an?|unused|old|new)\\s+)*'
const NOUN = '(?:(?:dev|npm|pip|runtime)[\\s-]+)?(?:dependenc(?:y|ies)|package|library|gem|crate)'

const VERSION = new RegExp(
  `^(?<verb>upgrade|bump|update|downgrade|pin|move|switch|migrate)\\s+${ARTICLES}(?:${PACKAGE}\\s+)??(?:${NOUN}\\s+)?(?:version\\s+)?(?:from\\s+\\S+\\s+)?(?:to|at|onto)\\s+(?:the\\s+)?(?:(?!version\\b)(?<to>[A-Z][\\w.+#]*|node(?:\\.js)?|go|python|ruby|php|java)\\s+)?(?<said>version\\s+|v)?(?<number>\\d+(?:\\.\\d+)*)(?:\\.x)?(?:\\s+(?:in|inside)\\s+[\`"']?(?<place>[\\w./-]*\\.[\\w-]+))?(?![\\w%]|\\.\\d)`,
  'i',
)
const RUNTIME =
  /^(?:go|golang|node(?:\.?js)?|python|ruby|php|java|jdk|rust|kotlin|scala|swift|elixir|typescript|deno|bun|\.net|dotnet)$/i

/** The number is new in a manifest or config. Versions of the product itself may also be in its code. */
const versionRule: Rule = (clause, code) => {
  const { verb = '', name, to, said, number = '', place } = VERSION.exec(clause)?.groups ?? {}
  const of = to ?? name
  if (number === '' || of === undefined) return null
  const isPinned = /^pin$/i.test(verb) || place !== undefined
  const isKnown = RUNTIME.test(of) || mentions(of, code.before) > 0
  if (!isKnown && !isPinned && said === undefined) return null
  const pattern = new RegExp(`(?<![\\d.])${escaped(number)}(?!\\d)`, 'g')
  const isNew = [...code.changed].some(
    path =>
      kindOf(path) !== 'test' &&
      !DOCUMENT.test(path) &&
      (!(isKnown || isPinned) || isSetup(path)) &&
      (place === undefined || code.isNamed(path, place)) &&
      count(pattern, settings(path, code.now.get(path))) > count(pattern, settings(path, code.before.get(path))),
  )
  if (isNew || isSaidAlready(of, pattern, code)) return null
  return { says: `no changed manifest or config has version ${number} of \`${of}\``, refuses: isKnown || isPinned }
}

/** Without comments, and without what a manifest says about its package in words. */
const settings = (path: string, text = ''): string =>
  (syntaxOf(path, text)?.spoken ?? withoutSettingComments(path, text) ?? text).replace(
    /"(?:description|keywords|author|homepage|notes?|_?comments?|\/\/[^"\n]*)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi,
    '',
  )

/** "upgrade express to version 5" where the manifest has it, and the code is left. */
const isSaidAlready = (of: string, pattern: RegExp, { before }: TreeCode): boolean =>
  [...before].some(
    ([path, text]) =>
      isSetup(path) && text.split('\n').some(row => count(word(of), row) > 0 && count(pattern, row) > 0),
  )

const DROPS = new RegExp(
  `^(?:drop|remove|delete|uninstall|eliminate|ditch|clear|get\\s+rid\\s+of)\\s+${ARTICLES}(?:${NOUN}\\s+(?:on|upon|called|named)\\s+)?${PACKAGE}(?<noun>\\s+${NOUN}|\\s+as\\s+an?\\s+${NOUN}|\\s+from\\s+(?:the\\s+)?(?:${NOUN}|package\\.json|requirements[\\w.-]*|manifest))?\\s*[.!]?$`,
  'i',
)

const droppedRule: Rule = (clause, code) => {
  const { name = '', noun } = DROPS.exec(clause)?.groups ?? {}
  const before = name === '' ? 0 : mentions(name, code.before)
  const isSaid = noun !== undefined || /^uninstall\b|\bdependency (?:on|upon)\b/i.test(clause)
  if (before === 0) return null
  if (mentions(name, code.now) < before) {
    const importing = stillLoading(name, code)
    return importing === null ? null : { says: `\`${importing}\` still imports \`${name}\``, refuses: isSaid }
  }
  return { says: `\`${name}\` is still in the manifest`, refuses: isSaid }
}

/** Packages of Python that newer versions bring along. */
const BACKPORTS =
  /^(?:dataclasses|typing|enum34|pathlib2?|contextvars|asyncio|argparse|importlib|unittest2?|mock|tomllib)$/i

/** A changed or new file of the product that still loads a package. */
function stillLoading(name: string, { now, changed }: TreeCode): string | null {
  if (isBuiltin(name) || BACKPORTS.test(name)) return null
  const module = escaped(name.replaceAll('-', '_'))
  const quoted = new RegExp(`(?:\\bfrom|\\bimport|\\brequire)\\s*\\(?\\s*["'\`]${escaped(name)}(?:/[^"'\`\\n]*)?["'\`]`)
  const bare = new RegExp(`^\\s*(?:from|import|use|extern crate)\\s+${module}(?![\\w-])`, 'm')
  const isLoading = (path: string): boolean =>
    kindOf(path) === null &&
    (/\.(?:py|rs)$/.test(path) ? bare : quoted).test(syntaxOf(path, now.get(path) ?? '')?.spoken ?? '')
  return [...changed].find(isLoading) ?? null
}

const ADDS = new RegExp(
  `^(?:add|install|introduce|include)\\s+${ARTICLES}${PACKAGE}\\s+(?:${NOUN}\\b|as\\s+an?\\s+(?:\\w+\\s+)?${NOUN}\\b|to\\s+(?:the\\s+|our\\s+)?(?:(?:dev|peer)[\\s-]*)?(?:dependencies|package\\.json|requirements[\\w.-]*|Gemfile|Cargo\\.toml|go\\.mod|pyproject\\.toml)\\b)`,
  'i',
)

const addedRule: Rule = (clause, code) => {
  const { name = '' } = ADDS.exec(clause)?.groups ?? {}
  if (name === '' || ![...code.now.keys()].some(isManifest)) return null
  const now = mentions(name, code.now)
  return now > mentions(name, code.before)
    ? null
    : { says: `\`${name}\` is not new in a manifest`, refuses: now === 0 && /dependenc|\bto\b/i.test(clause) }
}

const CI =
  /^(?:add|create|write|set\s?up|configure|introduce|enable|provide)\b[^,;]*?\b(?:github\s+(?:actions?|ci|workflows?)|gitlab\s+(?:ci|pipelines?)|ci(?:\/cd)?\s+(?:workflows?|pipelines?|jobs?|config\w*)|(?:set\s?up|configure)\s+(?:an?\s+|the\s+)?ci(?:\/cd)?)\b/i
const CI_FILE =
  /(?:^|\/)\.(?:github|gitea|forgejo|circleci|buildkite|woodpecker)\/|(?:^|\/)(?:\.gitlab-ci|\.travis|\.drone|\.woodpecker|azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild|Jenkinsfile|action\.ya?ml)[^/]*$/i

const workflowRule: Rule = (clause, { changed }) =>
  CI.test(clause) && ![...changed].some(path => CI_FILE.test(path))
    ? { says: 'no workflow file of a CI service changed', refuses: true }
    : null

/** Names that are also ordinary words. */
const WORD =
  /^(?:lab|tap|typos|yard|infection|behave|check|black|ember|detox|vale|task|just|make|go|node|tox|expect|safety|bandit|standard|style|format)$/
const NAMES = new Set(
  TOOLS.filter(({ kind }) => /linter|formatter|type-checker|test-runner|coverage/.test(kind))
    .map(({ name }) => name)
    .filter(name => /^[\w-]+$/.test(name) && !WORD.test(name)),
)
const SETS_UP =
  /^(?:set\s?up|configure|add|install|introduce|integrate|enable|adopt|use|start using)\s+(?:(?:the|an?)\s+)?[`"']?(?<tool>[A-Za-z][\w-]*)[`"']?(?:\s+(?:for|to|in|on|with|as|config\w*|setup|support|linting|formatting)\b.*)?\s*[.!]?$/i

/** A file that names the tool is new or changed, or one that may configure it. */
const toolRule: Rule = (clause, code) => {
  const tool = SETS_UP.exec(clause)?.groups?.['tool']?.toLowerCase() ?? ''
  if (!NAMES.has(tool)) return null
  const isAbout = (path: string): boolean =>
    path.toLowerCase().includes(tool) ||
    (isSetup(path) && !DOCUMENT.test(path)) ||
    count(word(tool), code.now.get(path)) > count(word(tool), code.before.get(path))
  return [...code.changed].some(isAbout)
    ? null
    : { says: `no config, script, or dependency for \`${tool}\` changed`, refuses: true }
}

const RECIPES = String.raw`(?:targets?|tasks?|recipes?|rules?|(?:npm\s+)?scripts?)`
const BUILD_FILE = String.raw`(?:to|in|into)\s+(?:the\s+|our\s+|its\s+)?(?<file>(?:[\w.-]+/)*(?:[Mm]akefile|GNUmakefile|\.?[Jj]ustfile|[Rr]akefile|package\.json|[\w-]+\.mk))(?![\w/])`
const TARGET_NAME = String.raw`(?<mark>["'\x60]?)(?<name>[A-Za-z][\w:.-]*)\k<mark>`
const ADDS_TARGET = [`${RECIPES}\\s+(?:(?:called|named)\\s+)?${TARGET_NAME}`, `${TARGET_NAME}\\s+${RECIPES}`].map(
  named =>
    new RegExp(
      String.raw`^(?:add|create|introduce|define|write)\s+(?:an?\s+|the\s+|new\s+)*${named}\s+${BUILD_FILE}`,
      'i',
    ),
)
/** No names: "a build target", "a new make target", "a phony target". */
const NO_NAME = /^(?:new|make|phony|default|build|separate|single|simple|that|which|for|to|in|npm|rake|just)$/i

/**
 * "Add a target `bench` to the Makefile": a target of that name is defined. A comment or another file does not define it. A word without
 * quotes may only say what the target is for: "a benchmark target" may be `bench`.
 */
const targetRule: Rule = (clause, code) => {
  const { mark = '', name = '', file = '' } = ADDS_TARGET.map(one => one.exec(clause)?.groups).find(one => one) ?? {}
  if (name === '' || NO_NAME.test(name)) return null
  const files = [...code.now].filter(([path]) => code.isNamed(path, file) || /\.(?:mk|just|rake)$/.test(path))
  const isPackage = /package\.json$/i.test(file)
  const known = new RegExp(
    isPackage
      ? String.raw`"${escaped(name)}"\s*:\s*"`
      : /rakefile$/i.test(file)
        ? String.raw`\btask\W*${escaped(name)}\b|TestTask\.new\W*${escaped(name)}\b`
        : String.raw`^@?(?:[\w%./$(){}-]+\s+)*${escaped(name)}(?:\s+(?![+?]?=)[^:\n]+)?\s*:(?!=)|^define\s+${escaped(name)}\b|^alias\s+${escaped(name)}\b`,
    'im',
  )
  if (files.length === 0 || files.some(([path, text]) => known.test(settings(path, text)))) return null
  return { says: `\`${file}\` has no ${isPackage ? 'script' : 'target'} \`${name}\``, refuses: mark !== '' }
}

const RULES: readonly Rule[] = [versionRule, droppedRule, addedRule, workflowRule, toolRule, targetRule]

const DOCUMENT = /\.(?:mdx?|rst|adoc|html?)$|(?:^|\/)(?:CHANGELOG|README|LICENSE|HISTORY)\b[^/]*$/i

const isManifest = (path: string): boolean => MANIFEST.test(path.slice(path.lastIndexOf('/') + 1))

/** No code of the product, and no test. */
const isSetup = (path: string): boolean =>
  isManifest(path) ||
  [null, 'yaml', 'shell'].includes(languageOf(path)) ||
  !['test', 'snapshot', null].includes(kindOf(path))

const word = (name: string): RegExp => new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, 'gi')
const count = (pattern: RegExp, text = ''): number => text.match(pattern)?.length ?? 0

/** How often manifests name a package. */
const mentions = (name: string, files: TreeCode['now']): number =>
  [...files].reduce((sum, [path, text]) => sum + (isManifest(path) ? count(word(name), text) : 0), 0)
