import { lstat, mkdir, symlink, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { isWithin } from '../../system/is-within.ts'
import { type Argv, shellThrough } from '../../system/shell.ts'
import type { CopyLocation, CopyMaker, CopyPlan } from './copy-maker.ts'
import { pointToObjects } from './git-folder.ts'
import { mountsBelow } from './mounts.ts'
import { enter, type Namespace, openNamespace, type Privilege, possiblePrivileges } from './namespace.ts'

type Storage = 'disk' | 'memory'

interface Setup {
  readonly way: Privilege
  readonly storage: Storage
  readonly ownProcesses: boolean
  /** Mounts inside the tree, which an overlay does not see through; the tree itself is the first, ''. */
  readonly mounts: readonly string[]
}

/**
 * Lays a writable layer over the tree at the tree's own path. Names are given to `mount` as short relative ones, because in its
 * options colons, commas and backslashes have meanings. Layers are put together aside and bound into place at the end: once the
 * tree is covered, mounts inside of it can no longer be reached. What may not be removed, because it is somebody else's, is
 * covered instead.
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
  if [ -d ../git ]; then mkdir "$tree/.git"; cp -R ../git/. "$tree/.git/"; fi
fi
xargs -0 sh -c 'for path do
  if [ -d "$path" ]; then mount -t tmpfs -o mode=755 tmpfs "$path"; elif [ -e "$path" ]; then mount --bind /dev/null "$path"; fi
done' sh < ../hidden
echo ready
read -r _
`

/** Finds out what this machine allows, by doing it; the error says why it does not. */
export async function overlayMaker(plan: CopyPlan): Promise<Result<CopyMaker, string>> {
  const below = mountsBelow(plan.tree)
  if (below === null) return fail('mounts cannot be listed here')
  const mounts = ['', ...below]
  for (const mount of mounts)
    if (!(await lstat(join(plan.tree, mount))).isDirectory()) return fail(`${mount} is a mount of a single file`)
  await prepareFolders(plan, mounts)
  let because = 'this system has no namespaces'
  for (const way of possiblePrivileges())
    for (const storage of ['disk', 'memory'] as const) {
      const ground = await prepareBase(plan, { way, storage, ownProcesses: true, mounts })
      if (ground.ok) return ok(maker(plan, ground.value))
      because = ground.error
    }
  return fail(because)
}

async function prepareFolders(plan: CopyPlan, mounts: readonly string[]): Promise<void> {
  for (const name of ['lower', 'objects', 'nothing']) await mkdir(join(plan.scratch, name))
  for (const [index, mount] of mounts.entries())
    await symlink(join(plan.tree, mount), join(plan.scratch, 'lower', String(index)))
  await writeFile(join(plan.scratch, 'hidden'), plan.survey.hidden.map(path => `${join(plan.tree, path)}\0`).join(''))
  if (!plan.git) return
  if (hasObjectsInside(plan)) await symlink(plan.git.objects, join(plan.scratch, 'lower', 'objects'))
  await pointToObjects(plan.git, hasObjectsInside(plan) ? join(plan.scratch, 'objects') : plan.git.objects)
}

// The room's own `.git` covers the user's, so objects in there need another way in: an overlay that cannot be written.
const hasObjectsInside = ({ git, tree }: CopyPlan): boolean => git !== null && isWithin(git.objects, tree)

/** What all rooms of a plan have in common is laid once, and is a layer under each of them. In memory it cannot outlive a room. */
async function prepareBase(plan: CopyPlan, setup: Setup): Promise<Result<Setup, string>> {
  const name = `ground-${setup.way}-${setup.storage}`
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
}

async function openLayers(
  plan: CopyPlan,
  setup: Setup,
  { name, base, prepare }: Layers,
): Promise<Result<Namespace, string>> {
  const folder = join(plan.scratch, name)
  await mkdir(folder, { recursive: true })
  // Only root may write the attributes by which a renamed folder is followed; others get EXDEV, as in most containers.
  const options = setup.way === 'root' ? 'redirect_dir=on' : 'userxattr'
  const args = [
    options,
    setup.storage,
    base,
    ...[prepare, hasObjectsInside(plan)].map(yes => (yes ? 'yes' : 'no')),
    ...setup.mounts,
  ]
  return openNamespace(setup.way, plan.tree, LAYERS, [folder, plan.tree, ...args])
}

async function canRun(plan: CopyPlan, namespace: Namespace, ownProcesses: boolean): Promise<boolean> {
  const { way } = namespace
  const entry = { way, doors: namespace.doors() ?? [], ownProcesses, cwd: plan.tree, started: '/dev/null' }
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
    ...(inMemory ? [`what runs write is kept in memory, at most ${Math.round(totalmem() / 2 ** 31)} GiB`] : []),
    ...(setup.ownProcesses
      ? []
      : ['no process namespace: who clears its environment and starts a session may outlive a run']),
  ]
  const make = async (folder: string): Promise<Result<CopyLocation, string>> => {
    const ground = { name: folder, base: inMemory ? '' : `../ground-${setup.way}-disk/up/u`, prepare: inMemory }
    const opened = await openLayers(plan, setup, ground)
    return opened.ok ? ok(place(plan, setup, opened.value)) : opened
  }
  return { kind: 'overlay', notes, make }
}

function place({ tree }: CopyPlan, { ownProcesses }: Setup, namespace: Namespace): CopyLocation {
  return {
    path: tree,
    view: namespace.view,
    notIsolated: [],
    close: async () => namespace.close(),
    run: async (request, started) => {
      const doors = namespace.doors()
      if (!doors) return { kind: 'not-started', because: 'the room is closed', output: '', durationMs: 0 }
      const entry = { way: namespace.way, doors, ownProcesses, cwd: request.cwd, started }
      return shellThrough((argv: Argv) => enter(entry, argv)).run({ ...request, cwd: '/' })
    },
  }
}
