import { lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { isWithin } from '../../system/is-within.ts'
import { type Argv, shellThrough } from '../../system/shell.ts'
import { OLD_SECONDS } from './build-times.ts'
import { type CopyLocation, type CopyMaker, type CopyPlan, type Elsewhere, movedRequest } from './copy-maker.ts'
import { pointToObjects } from './git-folder.ts'
import { mountsBelow } from './mounts.ts'
import { enter, type Namespace, openNamespace, type Privilege, possiblePrivileges } from './namespace.ts'
import { newName } from './new-name.ts'

type Storage = 'disk' | 'memory'

interface Setup {
  readonly privilege: Privilege
  readonly storage: Storage
  readonly ownProcesses: boolean
  /** Mount points inside the tree, which need overlays of their own; the tree itself is the first, ''. */
  readonly mounts: readonly string[]
}

/**
 * Mounts a writable layer over the tree at the tree's own path. `mount` gets short relative names, because colons, commas, and
 * backslashes have meanings in its options. Layers are assembled aside and bound into place at the end: once the tree is covered,
 * mounts inside it can no longer be reached. Hidden files that may not be removed are covered instead.
 */
const LAYERS = `
set -e
folder=$1 tree=$2 options=$3 storage=$4 base=$5 prepare=$6 objects=$7
shift 7
cd "$folder"
mkdir -p up at
[ "$storage" = disk ] || mount -t tmpfs -o mode=700 tmpfs up
i=0
for mount in "$@"; do
  mkdir -p up/u$i up/w$i at/$i
  chmod --reference="$tree/$mount" up/u$i
  chown --reference="$tree/$mount" up/u$i
  touch --reference="$tree/$mount" up/u$i
  if [ $i = 0 ] && [ "$prepare" = yes ] && [ -e "$tree/.git" ]; then mknod up/u0/.git c 0 0; fi
  mount -t overlay -o "lowerdir=\${base:+$base$i:}../lower/$i,upperdir=up/u$i,workdir=up/w$i,$options" overlay at/$i
  i=$((i + 1))
done
if [ "$objects" = yes ]; then
  mount -t overlay -o lowerdir=../lower/objects:../nothing overlay ../objects
fi
i=0
for mount in "$@"; do
  mount --bind at/$i "$tree/$mount"
  i=$((i + 1))
done
if [ "$prepare" = yes ]; then
  xargs -0 rm -rf -- < ../hidden 2> /dev/null || :
  if [ -d ../restored ]; then cp -R ../restored/. "$tree/"; fi
  xargs -0 -r touch -c -h -m -d @${OLD_SECONDS} -- < ../old
  xargs -0 -r touch -c -h -m -- < ../fresh
  if [ -d ../git ]; then mkdir "$tree/.git"; cp -R ../git/. "$tree/.git/"; fi
fi
xargs -0 sh -c 'for path do
  if [ -d "$path" ]; then mount -t tmpfs -o mode=755 tmpfs "$path"; elif [ -e "$path" ]; then mount --bind /dev/null "$path"; fi
done' sh < ../hidden
[ ! -e move.sh ] || . ./move.sh
echo ready
read -r _
`

/**
 * Shows the tree at another path and covers its own. Files around it that are younger than a moment are removed from a layer over their
 * folder; a folder over which no layer can be mounted stays as it is. Layers are in memory: a layer may not be inside of what it covers.
 * Files are looked for below the layer: listing a large folder through it takes several times longer.
 */
const moveScript = ({
  root,
  place,
  ...elsewhere
}: { readonly root: string; readonly place: string } & Elsewhere): string => `
mount -t tmpfs -o mode=755 tmpfs ${root}
mkdir -p ${place} ${root}/around
mount --rbind "$tree" ${place}
${elsewhere.kept.map((folder, at) => `mkdir -p ${root}/kept${at}; mount --rbind ${quoted(folder)} ${root}/kept${at}`).join('\n')}
cd ${root}/around
i=0
for folder in ${elsewhere.around.map(quoted).join(' ')}; do
  mkdir -p u$i w$i l$i m$i
  chmod --reference="$folder" u$i
  chown --reference="$folder" u$i
  mount --bind "$folder" l$i
  if mount -t overlay -o "lowerdir=l$i,upperdir=u$i,workdir=w$i,$options" overlay m$i 2> /dev/null; then
    # Searching the folder itself is faster than searching the layer over it.
    (cd l$i && find . -xdev -mindepth 1 -maxdepth 4 '(' -type f -o -type l ')' -newerct @${elsewhere.sinceMs / 1000} -print0 2> /dev/null) |
      (cd m$i && xargs -0 -r rm -f -- 2> /dev/null) || :
    mount --bind m$i "$folder"
  fi
  i=$((i + 1))
done
cd /
${elsewhere.kept.map((folder, at) => `mkdir -p ${quoted(folder)}; mount --rbind ${root}/kept${at} ${quoted(folder)}`).join('\n')}
${elsewhere.treeStays ? '' : 'mkdir -p "$tree"; mount -t tmpfs -o mode=755 tmpfs "$tree"'}
for mounted in ${root}/kept*; do umount -l "$mounted"; rmdir "$mounted"; done
for mounted in ${root}/around/[lm]*; do umount -l "$mounted"; done
`

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Folders that exist everywhere, hold nothing as a rule, and can be covered. */
const NEUTRAL = ['/srv', '/mnt', '/media', '/opt']

/** A place that no project has, and that does not tell who runs there. */
async function neutralPlace(): Promise<{ readonly root: string; readonly place: string } | null> {
  for (const root of NEUTRAL)
    if ((await readdir(root).catch(() => ['unknown'])).length === 0)
      return { root, place: join(root, newName(), newName()) }
  return null
}

/** Tries what this machine allows; the error says why it allows nothing. */
export async function overlayMaker(plan: CopyPlan): Promise<Result<CopyMaker, string>> {
  const below = mountsBelow(plan.tree)
  if (below === null) return fail('mounts cannot be listed on this system')
  const mounts = ['', ...below]
  for (const mount of mounts)
    if (!(await lstat(join(plan.tree, mount))).isDirectory()) return fail(`${mount} is a mount of a single file`)
  await prepareFolders(plan, mounts)
  let because = 'this system has no namespaces'
  for (const privilege of possiblePrivileges())
    for (const storage of ['disk', 'memory'] as const) {
      const base = await prepareBase(plan, { privilege, storage, ownProcesses: true, mounts })
      if (base.ok) return ok(maker(plan, base.value))
      because = base.error
    }
  return fail(because)
}

async function prepareFolders(plan: CopyPlan, mounts: readonly string[]): Promise<void> {
  for (const name of ['lower', 'objects', 'nothing']) await mkdir(join(plan.scratch, name))
  for (const [index, mount] of mounts.entries())
    await symlink(join(plan.tree, mount), join(plan.scratch, 'lower', String(index)))
  const lists = { hidden: plan.survey.hidden, old: plan.times.old, fresh: plan.times.fresh }
  for (const [name, paths] of Object.entries(lists))
    await writeFile(join(plan.scratch, name), paths.map(path => `${join(plan.tree, path)}\0`).join(''))
  for (const [path, bytes] of plan.times.restored) {
    const place = join(plan.scratch, 'restored', path)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, bytes)
  }
  if (!plan.git) return
  if (hasObjectsInside(plan)) await symlink(plan.git.objects, join(plan.scratch, 'lower', 'objects'))
  await pointToObjects(plan.git, hasObjectsInside(plan) ? join(plan.scratch, 'objects') : plan.git.objects)
}

// The `.git` of the copy covers the user's, so objects in there are mounted read-only elsewhere.
const hasObjectsInside = ({ git, tree }: CopyPlan): boolean => git !== null && isWithin(git.objects, tree)

/** The base layer that all copies of a plan share is prepared once. In memory it cannot outlive a copy. */
async function prepareBase(plan: CopyPlan, setup: Setup): Promise<Result<Setup, string>> {
  const name = `base-${setup.privilege}-${setup.storage}`
  const opened = await openLayers(plan, setup, { name, base: '', prepare: true })
  if (!opened.ok) return opened
  try {
    const own = await canRun(plan, opened.value, true)
    if (!own && !(await canRun(plan, opened.value, false))) return fail('commands cannot be run in a namespace')
    return ok({ ...setup, ownProcesses: own })
  } finally {
    opened.value.close()
  }
}

interface Layers {
  readonly name: string
  readonly base: string
  readonly prepare: boolean
  /** Where the tree is seen, if not at its own path. */
  readonly place?: string
}

async function openLayers(
  plan: CopyPlan,
  setup: Setup,
  { name, base, prepare, place = plan.tree }: Layers,
): Promise<Result<Namespace, string>> {
  const folder = join(plan.scratch, name)
  await mkdir(folder, { recursive: true })
  // Only root may write the attributes that track a renamed folder; others get EXDEV, as in most containers.
  const options = setup.privilege === 'root' ? 'redirect_dir=on' : 'userxattr'
  const args = [
    options,
    setup.storage,
    base,
    ...[prepare, hasObjectsInside(plan)].map(flag => (flag ? 'yes' : 'no')),
    ...setup.mounts,
  ]
  return openNamespace(setup.privilege, place, LAYERS, [folder, plan.tree, ...args])
}

async function canRun(plan: CopyPlan, namespace: Namespace, ownProcesses: boolean): Promise<boolean> {
  const { privilege } = namespace
  const entry = {
    privilege,
    enterArgs: namespace.enterArgs() ?? [],
    ownProcesses,
    cwd: plan.tree,
    started: '/dev/null',
  }
  const result = await shellThrough(argv => enter(entry, argv)).run({
    command: ['true'],
    cwd: plan.scratch,
    env: { PATH: process.env['PATH'] },
    timeoutMs: 10_000,
    nonce: plan.nonce,
  })
  return result.kind === 'exited' && result.exitCode === 0
}

function maker(plan: CopyPlan, setup: Setup): CopyMaker {
  const inMemory = setup.storage === 'memory'
  const notes = [
    ...(inMemory ? [`files written by runs are kept in memory, at most ${Math.round(totalmem() / 2 ** 31)} GiB`] : []),
    ...(setup.ownProcesses
      ? []
      : ['no process namespace: a process that clears its environment and starts a session may outlive a run']),
  ]
  const make = async (folder: string, elsewhere?: Elsewhere): Promise<Result<CopyLocation, string>> => {
    const layers = { name: folder, base: inMemory ? '' : `../base-${setup.privilege}-disk/up/u`, prepare: inMemory }
    const place = elsewhere ? await prepareMove(join(plan.scratch, folder), elsewhere) : plan.tree
    if (place === null) return fail(`none of ${NEUTRAL.join(', ')} is an empty folder`)
    const opened = await openLayers(plan, setup, { ...layers, place })
    return opened.ok ? ok(locationIn(plan, setup, opened.value, place)) : opened
  }
  return { kind: 'overlay', notes, make }
}

/** Leaves the script that moves the tree in the folder of the layers. The new path; null where there is no place for it. */
async function prepareMove(folder: string, elsewhere: Elsewhere): Promise<string | null> {
  const found = await neutralPlace()
  if (found === null) return null
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'move.sh'), moveScript({ ...found, ...elsewhere }))
  return found.place
}

function locationIn({ tree }: CopyPlan, { ownProcesses }: Setup, namespace: Namespace, place: string): CopyLocation {
  return {
    path: place,
    view: namespace.view,
    notIsolated: [],
    close: async () => namespace.close(),
    run: async (request, started) => {
      const enterArgs = namespace.enterArgs()
      if (!enterArgs) return { kind: 'not-started', because: 'the clean copy is closed', output: '', durationMs: 0 }
      const moved = place === tree ? request : movedRequest(request, tree, place)
      const entry = { privilege: namespace.privilege, enterArgs, ownProcesses, cwd: moved.cwd, started }
      return shellThrough((argv: Argv) => enter(entry, argv)).run({ ...moved, cwd: '/' })
    },
  }
}
