import { TOOLS } from '../catalog.ts'
import { anyOf } from './any-of.ts'
import type { ProtectedKind } from './protected-kind.ts'
import type { ToolFiles } from './protection.ts'

/** `loaded`: a new file of that name takes effect by itself, so that its appearing is a change too. */
interface Row {
  readonly kind: ProtectedKind
  readonly loaded: boolean
  readonly name: RegExp
}

const filesOf = (role: keyof ToolFiles): readonly RegExp[] =>
  TOOLS.flatMap(({ protection }) => protection?.files?.[role] ?? [])

/** Files of tools in one role, and those of no tool. */
const row = (kind: ProtectedKind, loaded: boolean, role: keyof ToolFiles | null, ...more: readonly RegExp[]): Row => ({
  kind,
  loaded,
  name: anyOf([...(role === null ? [] : filesOf(role)), ...more]),
})

// By the last part of the path; the first that fits counts.
const NAMES: readonly Row[] = [
  row(
    'auto-loaded',
    true,
    'autoLoaded',
    /^\.(?:nvmrc|node-version|python-version|ruby-version|java-version|tool-versions|envrc|sdkmanrc)(?:\.\w+)?$/,
    /^\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$)[\w.-]+)?$/,
    /^(?:mise|\.mise)(?:\.[\w-]+)?\.toml$/,
    /^(?:setupTests|setup-tests|globalSetup|global-setup|globalTeardown|global-teardown)\.[cm]?[jt]sx?$/,
  ),
  row('config', true, 'config', /^\.editorconfig$/),
  row('build', true, 'loadedBuild'),
  row('build', false, 'build', /^(?:Build|Jenkins)file$|^build\.(?:cake|fsx|ps1|sh|cmd|bat)$/),
  row(
    'ci',
    false,
    null,
    /^\.gitlab-ci\.ya?ml$|^\.travis\.yml$|^azure-pipelines[\w.-]*\.ya?ml$|^bitbucket-pipelines\.yml$|^appveyor\.yml$|^\.appveyor\.yml$|^\.drone\.ya?ml$|^\.cirrus\.(?:yml|star)$|^cloudbuild\.ya?ml$|^buildspec\.ya?ml$|^\.woodpecker\.ya?ml$|^wercker\.yml$|^codemagic\.yaml$|^Jenkinsfile(?:\.\w+)?$|^circle\.yml$|^\.buildkite\.yml$|^bitrise\.yml$|^\.semaphore\.yml$/,
  ),
  row('git', true, null, /^\.gitattributes$|^\.gitmodules$/),
]

// By the whole path; these count before the names.
const PLACES: readonly Row[] = [
  // Our own settings, where the next loop in this tree would read them.
  row('loop-config', true, null, /^agent-loop\.config\.(?:json|yaml)$/),
  row('auto-loaded', true, 'autoLoadedPaths'),
  row('config', true, 'configPaths', /(?:^|\/)\.config\/[\w.-]+\.(?:json|toml|ya?ml|exs|[cm]?[jt]s)$/),
  row(
    'ci',
    false,
    null,
    /^\.(?:circleci|buildkite|gitlab|woodpecker|semaphore|gitea|forgejo|teamcity|azure-pipelines|drone|tekton)\//,
    /^\.github\/(?:workflows|actions|scripts)\//,
    /^\.?ci\/[^/]+\.ya?ml$/,
  ),
  row('script', true, null, /^\.husky\/(?!_\/)[^/]+$/),
  row(
    'script',
    false,
    null,
    /^(?:ci|\.ci)\/.+$/,
    /^(?:scripts?|tools?|bin|hack|dev)\/(?:run[-_])?(?:tests?|checks?|lint|verify|validate|ci|cibuild|coverage|typecheck|type-check)(?:[-_.][\w.-]*)?$/,
  ),
]

const rowOf = (path: string): Row | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return PLACES.find(place => place.name.test(path)) ?? NAMES.find(each => each.name.test(name))
}

/** What a file that tools know by its name is for; null when it is not one of these. */
export const toolFileKind = (path: string): ProtectedKind | null => rowOf(path)?.kind ?? null

export const isLoadedByName = (path: string): boolean => rowOf(path)?.loaded ?? false
