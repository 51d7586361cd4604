import { dirname } from 'node:path'
import { sha256 } from '../../system/blobs.ts'
import { nodeDisk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { trustFile } from '../../system/state-home.ts'
import type { ProjectConfig } from './project-config.ts'
import type { SettingsEnvironment } from './sources.ts'

/** Settings of a project's configuration, and whose trust in them counts. */
interface ConfigHere {
  readonly env: SettingsEnvironment
  readonly tree: string
  readonly config: ProjectConfig
  readonly names: readonly string[]
}

/** Whether this user trusts these settings, with all values that need trust exactly as they are now. */
export async function isTrusted(here: ConfigHere): Promise<boolean> {
  const kept = await trustedLines(here)
  return trustLines(here).every(line => kept.includes(line))
}

/** Adds these settings to the trusted ones. Trust in other values than those of now ends. */
export async function keepTrust(here: ConfigHere): Promise<void> {
  const { env, tree, config } = here
  const [kept, added] = [await trustedLines(here), trustLines(here)]
  const names = riskyIn(config).map(({ name }) => name)
  const lines = trustLines({ ...here, names }).filter(line => kept.includes(line) || added.includes(line))
  const [disk, file] = [nodeDisk('private'), trustFile(env, tree)]
  await makeDirectoryDurably(disk, dirname(file))
  await writeDurably(disk, file, `${lines.join('\n')}\n`)
}

async function trustedLines({ env, tree }: ConfigHere): Promise<readonly string[]> {
  return ((await nodeDisk('private').read(trustFile(env, tree))) ?? '').split('\n')
}

/** One line for each setting. Another value of any setting that needs trust, or another project, gives other lines. */
function trustLines({ tree, config, names }: ConfigHere): readonly string[] {
  const values = riskyIn(config).map(({ name, value }) => `${name} ${value}`)
  return names.map(name => `${name} ${sha256(JSON.stringify([tree, name, ...values.sort()]))}`)
}

const riskyIn = ({ entries }: ProjectConfig) => entries.filter(({ reason }) => reason !== null)
