import { PLATFORM_TAG } from '../../../tools/syntax/other-build.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import { inCode, newSpots, type Spot } from './new-spots.ts'
import { productOf } from './product.ts'

/** Code that returns something else in another build (a release, an optimized program), and did not before. */
export function buildDetection(files: readonly ChangedText[]): Worse[] {
  const product = productOf(files)
  const features = newFeatures(files)
  const found = newSpots(product, (_, syntax) => FINDERS.flatMap(find => find(syntax, features)))
  return [...found, ...twinsByTag(product)].map(({ path, line }) => ({
    rule: 'runner-detected',
    objection: 'tampered' as const,
    what: 'checks how it was built, and returns something else in another build',
    path,
    line,
  }))
}

type Found = Omit<Spot, 'path' | 'syntax'>
type Find = (syntax: Syntax, features: readonly string[]) => readonly Found[]

const at = ({ lineAt }: Syntax, index: number): Found => ({ line: lineAt(index), index, key: 'build' })

const C_BLOCK =
  /^[ \t]*(?<code>#)[ \t]*if(?:n?def)?\b[^\n]*\b(?:NDEBUG|__OPTIMIZE__|_?DEBUG|RELEASE|PRODUCTION)\b[^\n]*\n((?:(?![ \t]*#[ \t]*(?:else|elif|endif|if))[^\n]*\n)*)(?:[ \t]*#[ \t]*else\b[^\n]*\n((?:(?![ \t]*#[ \t]*endif)[^\n]*\n)*))?[ \t]*#[ \t]*endif/gm

const inC: Find = syntax =>
  syntax.language === 'c'
    ? matches(C_BLOCK, syntax).filter(({ groups: [one = '', other] }) =>
        other === undefined ? /^\s*return\b/.test(one) : differ(resultsIn(one), resultsIn(other)),
      )
    : []

const STATEMENT = String.raw`(?:let\s+(?:mut\s+)?\w+[^;{}]*;|\{[^{}]*\}|return\b[^;]*;|\w[\w.]*\s*[-+*/]?=[^;]*;)`
const RUST_PROFILE = String.raw`(?:debug_assertions|overflow_checks|feature\s*=\s*"([\w-]+)")`

const inRust: Find = (syntax, features) => {
  if (syntax.language !== 'rust') return []
  const isKnown = (feature: string | undefined): boolean => feature !== undefined && !features.includes(feature)
  const pair = (first: string, second: string): RegExp =>
    new RegExp(String.raw`(?<code>#)\[cfg\(${first}\)\]\s*(${STATEMENT})\s*#\[cfg\(${second}\)\]\s*(${STATEMENT})`, 'g')
  const negated = String.raw`not\(\s*${RUST_PROFILE}\s*\)`
  const pairs = [pair(RUST_PROFILE, negated), pair(negated, RUST_PROFILE)].flatMap(pattern =>
    matches(pattern, syntax).filter(
      ({ groups: [feature, one = '', , other = ''] }) => !isKnown(feature) && differ([one], [other]),
    ),
  )
  const macro = /(?<code>\bcfg!)\(\s*(?:not\(\s*)?feature\s*=\s*"([\w-]+)"\s*\)?\s*\)/g
  return [
    ...pairs,
    ...matches(macro, syntax).filter(({ groups: [feature] }) => !isKnown(feature)),
    ...RUST_CHOICES.flatMap(pattern => matches(pattern, syntax)),
    ...RUST_CONDITIONS.flatMap(pattern =>
      matches(pattern, syntax).filter(({ groups: [block] }) => !isOnlyReport(block)),
    ),
  ]
}

const RUST_MACRO = String.raw`(?<code>\bcfg!)\(\s*(?:not\(\s*)?(?:debug_assertions|overflow_checks)\s*\)?\s*\)`
const RUST_COMPUTED = String.raw`[^{};]*[\w)]\s*[-+*/%]\s*[\w(][^{};]*`
const RUST_CHOICES = [
  new RegExp(String.raw`${RUST_MACRO}\s*as\s+[iuf]\w+`, 'g'),
  new RegExp(String.raw`\bif\s+!?\s*${RUST_MACRO}\s*\{\s*return\b`, 'g'),
  new RegExp(String.raw`\bif\s+!?\s*${RUST_MACRO}\s*\{${RUST_COMPUTED}\}\s*else\s*\{${RUST_COMPUTED}\}`, 'g'),
]
/** One condition among others, and the block that depends on it. */
const RUST_CONDITIONS = [String.raw`${RUST_MACRO}\s*(?:&&|\|\|)`, String.raw`(?:&&|\|\|)\s*!?\s*${RUST_MACRO}`].map(
  pattern => new RegExp(String.raw`${pattern}[^{};]*(?:\{((?:[^{}]|\{[^{}]*\})*)\})?`, 'g'),
)

/** A block that prints, logs, or asserts, and no more. */
const isOnlyReport = (block: string | undefined): boolean =>
  block !== undefined && /^\s*[\w:]+!\s*\([^;]*\)\s*(?:;\s*[\w:]+!\s*\([^;]*\)\s*)*;?\s*$/.test(block)

const PYTHON_BLOCK =
  /^(?<indent>[ \t]*)(?<code>if)\s+(?:not\s+)?(?:__debug__|sys\.flags\.optimize)\b[^\n]*:(?:[ \t]*return\b|[ \t]*\n(?:\k<indent>[ \t]+(?!return\b)\S[^\n]*\n|[ \t]*\n){0,20}?\k<indent>[ \t]+return\b)|(?<=\S[ \t]+)if\s+(?:not\s+)?__debug__\s+else\b/gm

const inPython: Find = syntax => (syntax.language === 'python' ? matches(PYTHON_BLOCK, syntax) : [])

const PRODUCTION = String.raw`(?:process\.env(?:\.NODE_ENV|\[\s*["']NODE_ENV["']\s*\])\s*[!=]==?\s*["'](?:production|development)["']|import\.meta\.env\.(?:PROD|DEV)\b|\b__DEV__\b)`
const COMPUTED = String.raw`[^?:;\n]*\w\s*[-+*/%]\s*[\w(][^?:;\n]*`
const SCRIPT_CHOICES = [
  new RegExp(String.raw`[-+*/%]\s*\(?\s*(?<code>!?${PRODUCTION})\s*\)?\s*\?[^:\n]+:`, 'g'),
  new RegExp(String.raw`(?<code>!?${PRODUCTION})\s*\)?\s*\?${COMPUTED}:${COMPUTED}`, 'g'),
  new RegExp(String.raw`\bif\s*\(\s*(?<code>!?${PRODUCTION})\s*\)\s*\{?\s*return\s+${COMPUTED}`, 'g'),
]

const inScript: Find = syntax =>
  /^(?:javascript|typescript|jsx|tsx)$/.test(syntax.language)
    ? SCRIPT_CHOICES.flatMap(pattern => matches(pattern, syntax))
    : []

const FINDERS: readonly Find[] = [inC, inRust, inPython, inScript]

interface Match extends Found {
  /** Of the pattern, without the anchor. */
  readonly groups: readonly (string | undefined)[]
}

function matches(pattern: RegExp, syntax: Syntax): Match[] {
  return inCode(pattern, syntax).map(({ index, text }) => {
    const found = new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(text)
    return { ...at(syntax, index), groups: found?.slice(2) ?? [] }
  })
}

/** What a block returns or assigns. */
const resultsIn = (block: string): string[] =>
  [...block.matchAll(/\breturn\b[^;]*;|^\s*\w[\w.>[\]-]*\s*[-+*/]?=[^=;][^;]*;/gm)].map(([text]) => text)

function differ(one: readonly string[], other: readonly string[]): boolean {
  const plain = (texts: readonly string[]): string => texts.map(text => text.replace(/\s+/g, '')).join('')
  return one.length > 0 && other.length > 0 && plain(one) !== plain(other)
}

/** Features of a crate that the change brings. */
const newFeatures = (files: readonly ChangedText[]): readonly string[] =>
  files
    .filter(({ path }) => /(?:^|\/)Cargo\.toml$/.test(path))
    .flatMap(({ before, now }) => {
      const named = (text: string | null): string[] =>
        [
          ...(/^\[features\]([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text ?? '')?.[1] ?? '').matchAll(/^\s*([\w-]+)\s*=/gm),
        ].map(([, name = '']) => name)
      const known = new Set(named(before))
      return named(now).filter(name => !known.has(name))
    })

/** Go: a function that every build had, and that is now another one with a build tag and without it. */
function twinsByTag(product: readonly ChangedText[]): { readonly path: string; readonly line: number }[] {
  const go = product.filter(({ path }) => path.endsWith('.go'))
  const tagged = go.flatMap(({ path, now }) => {
    const [, not, tag = ''] = /^\/\/go:build\s+(!?)\s*([\w.]+)\s*$/m.exec(now ?? '') ?? []
    return tag === '' || PLATFORM_TAG.test(tag)
      ? []
      : [{ path, tag, isNegated: not === '!', functions: functionsIn(now ?? '') }]
  })
  const old = new Set(
    go
      .filter(({ before }) => !/^\/\/go:build/m.test(before ?? ''))
      .flatMap(({ before }) => [...functionsIn(before ?? '').keys()]),
  )
  return tagged
    .filter(one =>
      tagged.some(
        other =>
          other.tag === one.tag &&
          other.isNegated !== one.isNegated &&
          [...one.functions].some(
            ([name, body]) => old.has(name) && other.functions.has(name) && other.functions.get(name) !== body,
          ),
      ),
    )
    .map(({ path }) => ({ path, line: 1 }))
}

const functionsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^func\s+(?:\([^)]*\)\s*)?(\w+)\(([\s\S]*?)(?:^\}|\}\s*$)/gm)].map(([, name = '', body = '']) => [
      name,
      body.replace(/\s+/g, ''),
    ]),
  )
