import { dirname } from 'node:path'
import type { Disk, GrowingFile } from '../../src/system/disk.ts'

export class PowerCut extends Error {}

/** What of the unsynced survives a cut: nothing, everything, or new names with half of their new bytes. */
export const SURVIVALS = ['nothing', 'half', 'everything'] as const
export type Survival = (typeof SURVIVALS)[number]

/** Every change is cut, each with one of the three ways to survive; `npm run bench:cuts` tries all three at each. */
export function cutsFor(survival: Survival, { changes }: PowerCutDisk): readonly number[] {
  const all = Array.from({ length: changes }, (_, index) => index + 1)
  return process.env['EVERY_CUT'] === '1' ? all : all.filter(at => at % 3 === SURVIVALS.indexOf(survival))
}

interface File {
  bytes: string
  synced: string
}

/**
 * A disk in memory that keeps the promises of a real one and no others: bytes survive a power cut only after `sync` of the
 * file, names only after `sync` of their directory. It loses power at the `cutAt`-th change, before or after that one lands.
 */
export class PowerCutDisk implements Disk {
  #names = new Map<string, File>()
  #syncedNames = new Map<string, File>()
  #directories = new Set<string>(['/', '/tree'])
  #syncedDirectories = new Set<string>(['/', '/tree'])
  #changes = 0
  #dead = false
  #cut: { readonly at: number; readonly when: 'before' | 'after' } | null = null

  get changes(): number {
    return this.#changes
  }

  cutAt(at: number, when: 'before' | 'after'): void {
    this.#cut = { at, when }
  }

  /** Another disk with the same on it. */
  clone(): PowerCutDisk {
    const copy = new PowerCutDisk()
    copy.#names = new Map([...this.#names].map(([path, file]) => [path, { ...file }]))
    copy.#directories = new Set(this.#directories)
    return copy
  }

  /** Every file there is. */
  get files(): readonly string[] {
    return [...this.#names.keys()]
  }

  reboot(survival: Survival): void {
    const names = survival === 'nothing' ? this.#syncedNames : this.#names
    for (const file of new Set(names.values())) {
      const fresh = file.bytes.startsWith(file.synced) ? file.bytes.slice(file.synced.length) : file.bytes
      if (survival === 'nothing') file.bytes = file.synced
      if (survival === 'half') file.bytes = file.bytes.slice(0, file.bytes.length - Math.ceil(fresh.length / 2))
      file.synced = file.bytes
    }
    if (survival === 'nothing') this.#directories = new Set(this.#syncedDirectories)
    const reachable = [...names].filter(([path]) => this.#isReachable(path))
    this.#names = new Map(reachable)
    this.#syncedNames = new Map(reachable)
    this.#syncedDirectories = new Set(this.#directories)
    this.#dead = false
    this.#cut = null
  }

  async exists(path: string): Promise<boolean> {
    this.#alive()
    return this.#names.has(path) || this.#directories.has(path)
  }

  async stamp(path: string): Promise<string | null> {
    return await this.read(path)
  }

  async read(path: string): Promise<string | null> {
    this.#alive()
    return this.#names.get(path)?.bytes ?? null
  }

  async readBytes(path: string): Promise<Uint8Array | null> {
    const text = await this.read(path)
    return text === null ? null : Buffer.from(text, 'latin1')
  }

  async list(directory: string): Promise<string[]> {
    this.#alive()
    return [...this.#names.keys(), ...this.#directories]
      .filter(path => path !== '/' && dirname(path) === directory)
      .map(path => path.slice(directory.length + 1))
      .sort()
  }

  async makeDirectory(path: string): Promise<string | null> {
    let first: string | null = null
    for (let level = path; !this.#directories.has(level); level = dirname(level)) first = level
    await this.#change(() => {
      for (let level = path; level !== '/'; level = dirname(level)) this.#directories.add(level)
    })
    return first
  }

  write(path: string, data: string | Uint8Array): Promise<void> {
    return this.#change(() => {
      const file = this.#names.get(path) ?? { bytes: '', synced: '' }
      file.bytes = typeof data === 'string' ? data : Buffer.from(data).toString('latin1')
      this.#names.set(path, file)
    })
  }

  async open(path: string): Promise<GrowingFile> {
    this.#alive()
    const file = this.#names.get(path)
    if (!file) throw new Error(`open of ${path}, which is not there`)
    return {
      append: data =>
        this.#change(() => {
          file.bytes += data
        }),
      sync: () =>
        this.#change(() => {
          file.synced = file.bytes
        }),
      close: async () => {},
    }
  }

  sync(path: string): Promise<void> {
    return this.#change(() => {
      const file = this.#names.get(path)
      if (file) file.synced = file.bytes
      else this.#syncDirectory(path)
    })
  }

  rename(from: string, to: string): Promise<void> {
    return this.#change(() => {
      const file = this.#names.get(from)
      if (!file) throw new Error(`rename of ${from}, which is not there`)
      this.#names.delete(from)
      this.#names.set(to, file)
    })
  }

  async link(from: string, to: string): Promise<boolean> {
    const [file, free] = [this.#names.get(from), !this.#names.has(to)]
    await this.#change(() => {
      if (file && free) this.#names.set(to, file)
    })
    return free
  }

  symlink(): Promise<void> {
    return this.#change(() => {})
  }

  remove(path: string): Promise<void> {
    return this.#change(() => void this.#names.delete(path))
  }

  #isReachable(path: string): boolean {
    for (let level = dirname(path); level !== '/'; level = dirname(level))
      if (!this.#directories.has(level)) return false
    return true
  }

  #syncDirectory(path: string): void {
    for (const name of this.#directories) if (dirname(name) === path) this.#syncedDirectories.add(name)
    const inside = (names: Map<string, File>): string[] => [...names.keys()].filter(name => dirname(name) === path)
    for (const name of inside(this.#syncedNames)) this.#syncedNames.delete(name)
    for (const name of inside(this.#names)) {
      const file = this.#names.get(name)
      if (file) this.#syncedNames.set(name, file)
    }
  }

  async #change(work: () => void): Promise<void> {
    this.#alive()
    this.#changes += 1
    if (this.#changes !== this.#cut?.at) return work()
    if (this.#cut.when === 'after') work()
    this.#dead = true
    throw new PowerCut()
  }

  #alive(): void {
    if (this.#dead) throw new PowerCut()
  }
}
