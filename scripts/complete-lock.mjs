// A registry mirror that carries only some platforms makes npm leave the others out of the lock file, and then `npm ci` refuses
// it everywhere. This adds them back: name, version, and the platform that their name says, marked optional.
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

let added = 0
for (const [parentPlace, parent] of Object.entries(lock.packages)) {
  // A package finds its own beside itself: .../node_modules/rolldown looks in .../node_modules.
  const beside = parentPlace.slice(0, parentPlace.lastIndexOf('node_modules/') + 'node_modules/'.length)
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const words = name.split(/[/-]/)
    const os = systems.find(system => words.includes(system))
    const cpu = processors.find(processor => words.includes(processor))
    const known = lock.packages[beside + name] ?? lock.packages[`node_modules/${name}`]
    if (known?.version === version || !cpu || !/^\d/.test(version)) continue
    const place = lock.packages[beside + name] ? `${parentPlace}/node_modules/${name}` : beside + name
    if (lock.packages[place]) continue
    lock.packages[place] = {
      version,
      cpu: [cpu],
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    }
    added += 1
  }
}
const [root, ...rest] = Object.entries(lock.packages)
lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => (a < b ? -1 : 1))])
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added to package-lock.json`)
