import { TOOLS } from '../../../tools/catalog.ts'
import type { SectionPolicy, SectionVerdict } from './document.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const NPM_FREE = words(
  `name version type description keywords homepage bugs license licenses author authors contributors maintainers funding files main module browser
  types typings typesVersions exports bin man directories repository dependencies devDependencies peerDependencies peerDependenciesMeta
  optionalDependencies bundledDependencies bundleDependencies private publishConfig sideEffects unpkg jsdelivr engines engineStrict os cpu libc
  preferGlobal resolutions overrides displayName publisher icon categories contributes activationEvents readme readmeFilename gitHead
  dependenciesMeta packageManager devEngines volta stableVersion title productName style umd:main esnext es2015 fesm2015 react-native source`,
)

const GATE_WORDS = new RegExp(
  `(?:^|[:_.-])(?:tests?|spec|specs|lint|linting|check|checks|type-?check|types|build|compile|ci|verify|validate|coverage|cov|e2e|unit|integration|qa|audit|quality|ts|${TOOLS.flatMap(({ protection }) => protection?.scripts ?? []).join('|')})(?:$|[:_.-])`,
  'i',
)

/** A script that may be part of the check: reached by the criterion's commands, or named like one. */
const isGate = (name: string, reached: ReadonlySet<string>): boolean => reached.has(name) || GATE_WORDS.test(name)

function scriptVerdict(name: string, reached: ReadonlySet<string>): SectionVerdict {
  const hooked = /^(?:pre|post)(.+)$/.exec(name)?.[1]
  // A new `pretest` changes what `test` does.
  if (hooked !== undefined && isGate(hooked, reached)) return 'guarded'
  return isGate(name, reached) ? 'sealed' : 'free'
}

export const packageJsonPolicy =
  (reached: ReadonlySet<string>): SectionPolicy =>
  ([key = '', name]) => {
    if (NPM_FREE.has(key)) return 'free'
    if (key === 'scripts') return name === undefined ? 'grows' : scriptVerdict(name, reached)
    if (key === 'imports' || key === 'workspaces') return name === undefined ? 'grows' : 'sealed'
    return 'sealed'
  }

const COMPOSER_FREE = words(
  `name description version type keywords homepage readme time license authors support funding require require-dev conflict replace provide
  suggest autoload repositories minimum-stability prefer-stable extra bin archive abandoned non-feature-branches`,
)

export const composerPolicy =
  (reached: ReadonlySet<string>): SectionPolicy =>
  ([key = '', name]) => {
    if (COMPOSER_FREE.has(key)) return 'free'
    if (key === 'scripts') return name === undefined ? 'grows' : composerScript(name, reached)
    if (key === 'autoload-dev' || key === 'scripts-descriptions') return 'free'
    return 'sealed'
  }

const composerScript = (name: string, reached: ReadonlySet<string>): SectionVerdict =>
  /^(?:pre|post)-/.test(name) ? 'guarded' : scriptVerdict(name, reached)

const DENO_FREE = words('name version description license exports publish lock links')

export const denoPolicy: SectionPolicy = ([key = '', name]) => {
  if (DENO_FREE.has(key)) return 'free'
  if (key === 'imports' || key === 'tasks' || key === 'workspace') return name === undefined ? 'grows' : 'sealed'
  return 'sealed'
}

// Tools whose table is about building and installing, not about checking.
const PY_FREE_TOOLS = words(
  'poetry uv setuptools setuptools_scm setuptools-scm flit pdm hatch maturin scikit-build cibuildwheel bumpversion bumpver towncrier commitizen semantic_release versioningit versioneer poetry-dynamic-versioning rye pixi dynamic-versioning',
)
const PY_TASKS = words('pdm.scripts hatch.envs hatch.env rye.scripts pixi.tasks uv.workspace poetry.plugins')

export const pyprojectPolicy: SectionPolicy = ([top = '', name, inner]) => {
  if (top === 'project') return name === undefined ? 'open' : name === 'entry-points' ? 'sealed' : 'free'
  if (top === 'dependency-groups') return 'free'
  if (top !== 'tool') return 'sealed'
  if (name === undefined) return 'open'
  if (!PY_FREE_TOOLS.has(name)) return 'sealed'
  if (inner === undefined) return 'open'
  return PY_TASKS.has(`${name}.${inner}`) ? 'sealed' : 'free'
}

const CARGO_PACKAGE = words('autotests autobenches autoexamples autobins build edition links default-run')

export const cargoPolicy: SectionPolicy = ([top = '', name, inner]) => {
  if (/^(?:(?:dev-|build-)?dependencies|badges)$/.test(top)) return 'free'
  if (top === 'package') return name === undefined ? 'open' : CARGO_PACKAGE.has(name) ? 'sealed' : 'free'
  if (top === 'features') return name === undefined ? 'grows' : 'sealed'
  // New targets are new code; an existing target may not be switched off.
  if (/^(?:test|bench|bin|example)$/.test(top)) return name === undefined ? 'grows' : 'sealed'
  if (top === 'target') return inner === undefined ? 'open' : /dependencies$/.test(inner) ? 'free' : 'sealed'
  if (top !== 'workspace') return 'sealed'
  if (name === undefined) return 'open'
  if (/^(?:dependencies|package|metadata|resolver)$/.test(name)) return 'free'
  return name === 'members' || name === 'default-members' ? (inner === undefined ? 'grows' : 'sealed') : 'sealed'
}

const CFG_FREE =
  /^(?:metadata|options(?:\.(?:extras_require|packages\.find|package_data|data_files))?|bdist_\w+|sdist|egg_info|build_\w+|upload\w*|bumpversion.*|devpi.*|wheel|zest\.releaser|versioneer|compile_catalog|extract_messages|init_catalog|update_catalog)$/

export const setupCfgPolicy: SectionPolicy = ([section = '', key]) =>
  CFG_FREE.test(section) ? 'free' : key === undefined ? 'open' : 'sealed'

export const toxPolicy: SectionPolicy = ([, key]) =>
  key === undefined ? 'open' : /^deps$/.test(key) ? 'free' : 'sealed'

export const goModPolicy: SectionPolicy = ([word = '', line]) => {
  if (word === 'go' || word === 'toolchain' || word === 'replace' || word === 'godebug')
    return line === undefined ? 'open' : 'sealed'
  return 'free'
}

// Settings that people and agents change while they work: names, upstream branches.
const GIT_FREE =
  /^(?:user|author|committer|branch|remote|submodule|gc|maintenance|color|advice|commit|init|pull|push|rerere|credential|help|column|pager|pack|fetch|rebase|log|status|tag|gpg|init|lfs|worktree|index|feature|fsck|stash|blame|svn-remote|gitflow|github|hub|vscode-merge-base|lint)\b/i

export const gitConfigPolicy: SectionPolicy = ([section = '', key]) => {
  if (GIT_FREE.test(section)) return 'free'
  if (key === undefined) return 'open'
  return /^(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|longpaths)$/i.test(
    key,
  )
    ? 'free'
    : 'sealed'
}
