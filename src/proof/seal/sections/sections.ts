import { sha256 } from '../../../system/blobs.ts'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import type { SealChange } from '../seal.ts'
import { goModCodec, iniCodec, jsonCodec, tomlCodec } from './codecs.ts'
import { blocksPolicy, gradleCodec, mavenCodec, mixCodec } from './dependency-blocks.ts'
import { type Codec, type Data, type Section, type SectionPolicy, sectionsIn, withSections } from './document.ts'
import { holdsTests, inlineTestsCodec, inlineTestsPolicy } from './inline-tests.ts'
import {
  cargoPolicy,
  composerPolicy,
  denoPolicy,
  gitConfigPolicy,
  goModPolicy,
  packageJsonPolicy,
  pyprojectPolicy,
  setupCfgPolicy,
  toxPolicy,
} from './policies.ts'

interface Format {
  readonly codec: Codec | (() => Promise<Codec>)
  readonly policy: (reached: ReadonlySet<string>) => SectionPolicy
  /** A file without them counts as a whole. */
  readonly holds?: (path: string, data: Data) => boolean
}

const FORMATS: readonly (readonly [RegExp, Format])[] = [
  [/^package\.json$/, { codec: jsonCodec, policy: packageJsonPolicy }],
  [/^composer\.json$/, { codec: jsonCodec, policy: composerPolicy }],
  [/^deno\.jsonc?$/, { codec: jsonCodec, policy: () => denoPolicy }],
  [/^pyproject\.toml$/, { codec: tomlCodec, policy: () => pyprojectPolicy }],
  [/^Cargo\.toml$/, { codec: tomlCodec, policy: () => cargoPolicy }],
  [/^setup\.cfg$/, { codec: iniCodec, policy: () => setupCfgPolicy }],
  [/^tox\.ini$/, { codec: iniCodec, policy: () => toxPolicy }],
  [/^build\.gradle(?:\.kts)?$/, { codec: gradleCodec, policy: () => blocksPolicy }],
  [/^mix\.exs$/, { codec: mixCodec, policy: () => blocksPolicy }],
  [/^pom\.xml$/, { codec: mavenCodec, policy: () => blocksPolicy }],
  [/^go\.mod$/, { codec: goModCodec, policy: () => goModPolicy }],
]
const GIT_CONFIG: Format = { codec: iniCodec, policy: () => gitConfigPolicy }

function formatOf(path: string): Format | undefined {
  if (/(?:^|\/)(?:\.git\/config|\.gitconfig|git\/config|\.git\/config\.worktree)$/.test(path)) return GIT_CONFIG
  const name = path.slice(path.lastIndexOf('/') + 1)
  return FORMATS.find(([pattern]) => pattern.test(name))?.[1] ?? sourceFormat(path)
}

/** Source by its name, in which only the tests can count. */
export const isSource = (path: string): boolean => formatOf(path)?.holds !== undefined

/** Not a test by its name: if it is protected as one, it contains tests. */
function sourceFormat(path: string): Format | undefined {
  const codec = kindOf(path) === null ? inlineTestsCodec(path) : null
  return codec === null ? undefined : { codec, policy: () => inlineTestsPolicy, holds: holdsTests }
}

const opened = async ({ codec }: Format): Promise<Codec> => (typeof codec === 'function' ? codec() : codec)

/** The parts of a file that count; null when all bytes do, because it has no parts or cannot be read. */
export async function sealedParts(
  path: string,
  text: string,
  reached: ReadonlySet<string>,
): Promise<readonly Section[] | null> {
  const format = formatOf(path)
  if (!format) return null
  const data = (await opened(format)).parse(text)
  return data && (format.holds?.(path, data) ?? true) ? sectionsIn(data, format.policy(reached)) : null
}

export const partDigests = (sections: readonly Section[]): Record<string, string> =>
  Object.fromEntries(sections.map(({ name, value }) => [name, sha256(JSON.stringify(value) ?? '')]))

/** The agent's file with the original sealed parts; null when one of the two cannot be read and the original bytes are needed. */
export async function partsPutBack(
  path: string,
  before: string,
  now: string,
  reached: ReadonlySet<string>,
  isFree: (part: Pick<SealChange, 'section' | 'what'>) => boolean = () => false,
): Promise<string | null> {
  const format = formatOf(path)
  if (!format) return null
  const codec = await opened(format)
  const [old, mine] = [codec.parse(before), codec.parse(now)]
  if (!old || !mine) return null
  const policy = withoutFree(old, mine, format.policy(reached), isFree)
  return codec.print(withSections(mine, sectionsIn(old, policy), policy))
}

/** The policy with the parts that the person allows to change. */
function withoutFree(
  old: Data,
  mine: Data,
  policy: SectionPolicy,
  isFree: (part: Pick<SealChange, 'section' | 'what'>) => boolean,
): SectionPolicy {
  const [before, now] = [old, mine].map(data => new Set(sectionsIn(data, policy).map(({ name }) => name)))
  const whatOf = (name: string): SealChange['what'] =>
    !before?.has(name) ? 'added' : now?.has(name) ? 'changed' : 'deleted'
  const free = new Set(
    [...(before ?? []), ...(now ?? [])].filter(section => isFree({ section, what: whatOf(section) })),
  )
  return free.size === 0 ? policy : path => (free.has(path.join('.')) ? 'free' : policy(path))
}

/** The original source with its present tests; null for a file without tests. */
export async function withTestsOf(path: string, before: string, now: string): Promise<string | null> {
  const format = formatOf(path)
  if (!format?.holds || !(await sealedParts(path, now, new Set()))?.length) return null
  return partsPutBack(path, now, before, new Set())
}
