import { isOutputFolder } from '../../../tools/protection/kind-of.ts'

const around = (names: string): RegExp => new RegExp(`(?:^|[/.*_-])(?:${names})(?:[/.*_$]|$)`, 'i')

const MADE = around(
  'generated|gen|__generated__|autogen|vendor|vendored|third[-_]?party|node_modules|dist|fixtures?|__fixtures__|testdata|__snapshots__|snap|goldens?|pb2?|pb2_grpc|min|bundle|bower_components|site-packages|egg-info|lock|storybook-static',
)
// Folders that are not a project's own source, unless its source is there.
const ASIDE = around(
  'build|out|target|coverage|htmlcov|tmp|temp|snapshots|public|static|assets|venv|env|reports?|cache|logs?|examples?|docs?|website|samples?|playground|benchmarks?|typings|schema|protos?|i18n|locales?|migrations|scripts?|tools',
)
const OWN = /(?:^|\/)(?:src|lib|app|pkg|internal|source|server|client|core|components|features|modules)(?:\/|$)/
const NOT_COUNTED =
  /(?:^|[/.*_\\-])(?:tests?|__tests__|specs?|e2e|__mocks__|mocks?|stories|storybook|config|conf|setup|conftest|cypress|playwright|test_\*?|_test|testing|types?|typings|setupTests|benchmarks?|bench|scripts?)(?:[/.*\\$)]|$)|\.d\.[*cm]?ts|rc\.[cm]?js|setup\.py|manage\.py|\.config\./i

/** Whether excluding this excludes no hand-written code that the check is about. */
export function isHarmless(glob: string, family: string): boolean {
  const plain = glob
    .replace(/^!/, '')
    .replace(/^\.?\//, '')
    .replace(/^<rootDir>\//, '')
  if (MADE.test(plain) || /^\.\w|\/\.\w/.test(plain)) return true
  if (!OWN.test(plain) && (ASIDE.test(plain) || isOutputFolder(plain.replace(/\/\*.*$|\/$/, '')))) return true
  if (/\.(?:md|mdx|json|jsonc|ya?ml|toml|css|scss|svg|png|html|txt|snap|lock|xml|csv)$/i.test(plain)) return true
  // Coverage is not measured on tests.
  return family === 'coverage' && NOT_COUNTED.test(plain)
}

/** Folders and files that a pattern begins with. */
const stem = (glob: string): string =>
  glob
    .replace(/^\.\//, '')
    .replace(/\/?\*.*$/, '')
    .replace(/\/$/, '')

const ENDING = /\.\{?[\w,]+\}?$/

/** Whether one pattern includes the other, by their folders and extensions. */
export function takesIn(wide: string, narrow: string): boolean {
  if (wide === narrow || /^(?:\.|\*\*|\*\*\/\*|\.\/)$/.test(wide)) return true
  const [left, right] = [stem(wide), stem(narrow)]
  if (left !== '' && right !== left && !right.startsWith(`${left}/`)) return false
  // A single file includes only itself.
  if (!wide.includes('*')) return !ENDING.test(wide)
  const tail = wide.slice(wide.lastIndexOf('*') + 1).replace(/^\//, '')
  if (tail === '' || narrow.endsWith(tail)) return true
  return tail.includes('{') && sameEndings(tail, narrow)
}

/** The same for included files: a folder, and the sources in it, are equal. */
export const takesInFolder = (wide: string, narrow: string): boolean =>
  takesIn(wide, narrow) || (!ENDING.test(narrow) && takesIn(wide.replace(/\*(?:\.\{?[\w,]+\}?)$/, '*'), narrow))

function sameEndings(endings: string, narrow: string): boolean {
  const allowed: readonly string[] = endings.match(/\w+/g) ?? []
  const asked: readonly string[] = ENDING.exec(narrow)?.[0].match(/\w+/g) ?? []
  return asked.length > 0 && asked.every(name => allowed.includes(name))
}
