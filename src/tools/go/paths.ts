/** A place as Go prints it: a bare name in a test's own words, an absolute path in a stack. */
export interface GoPlace {
  readonly file: string
  readonly line: number
}

const PLACE = /^\s*(\S+?\.go):(\d+)(?:: | \+0x|$)/
const FOREIGN = /\/(?:testing|runtime|time|os|reflect|sync)\/|_testmain\.go|\/pkg\/mod\//

/** The place that a line of a test's output names, unless it is in Go's own code. */
export function placeIn(line: string): GoPlace | null {
  const found = line.includes('.go:') ? PLACE.exec(line) : null
  return found && !FOREIGN.test(found[1] ?? '') ? { file: found[1] ?? '', line: Number(found[2]) } : null
}

interface Evidence {
  readonly names: readonly string[]
  readonly root: string | null
  readonly seen: readonly { readonly packageName: string; readonly places: readonly GoPlace[] }[]
}

/** Import paths begin with the module's name, which is no directory. No line says where it ends, but several tell. */
export function moduleOf({ names, root, seen }: Evidence): string {
  const first = names[0] ?? ''
  const proven = root === null ? null : fromStacks(root, seen)
  if (proven !== null) return proven
  const hosted = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[^/]+\/[^/]+/.exec(first)?.[0]
  if (hosted && names.every(name => name === hosted || name.startsWith(`${hosted}/`))) return versioned(hosted, first)
  if (new Set(names).size > 1) return commonDirectory(names)
  // With one package there is only custom: a host and a name, or a name alone.
  const parts = first.split('/')
  return versioned(parts.slice(0, parts[0]?.includes('.') ? 2 : 1).join('/'), first)
}

const versioned = (module: string, name: string): string =>
  module + (/^\/v\d+(?=\/|$)/.exec(name.slice(module.length))?.[0] ?? '')

// The package "m/pkg" with a frame in "<root>/pkg/a_test.go" can only belong to module "m".
function fromStacks(root: string, seen: Evidence['seen']): string | null {
  for (const { packageName, places } of seen)
    for (const { file } of places) {
      if (!file.endsWith('_test.go') || !file.startsWith(`${root}/`)) continue
      const directory = file.slice(root.length + 1, Math.max(root.length + 1, file.lastIndexOf('/')))
      if (directory === '') return packageName
      if (packageName.endsWith(`/${directory}`)) return packageName.slice(0, -directory.length - 1)
    }
  return null
}

function commonDirectory(names: readonly string[]): string {
  let common = names[0] ?? ''
  while (common !== '' && !names.every(name => name === common || name.startsWith(`${common}/`)))
    common = common.slice(0, Math.max(0, common.lastIndexOf('/')))
  return common
}

/** The directory of a package, seen from its module. */
export const within = (packageName: string, module: string): string =>
  packageName === module
    ? ''
    : packageName.startsWith(`${module}/`)
      ? packageName.slice(module.length + 1)
      : packageName

/** A file as seen from the root. Built with -trimpath, a stack shows import paths; elsewhere, another machine's. */
export function inProject(file: string, directory: string, root: string | null): string {
  if (!file.startsWith('/')) {
    const base = file.slice(file.lastIndexOf('/') + 1)
    return directory === '' ? base : `${directory}/${base}`
  }
  if (root !== null && file.startsWith(`${root}/`)) return file.slice(root.length + 1)
  const tail = `${directory === '' ? '' : `${directory}/`}${file.slice(file.lastIndexOf('/') + 1)}`
  return file.endsWith(`/${tail}`) ? tail : file
}
