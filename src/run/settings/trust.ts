import { dirname } from 'node:path'
import { sha256 } from '../../system/blobs.ts'
import { nodeDisk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { trustFile } from '../../system/state-home.ts'
import type { ProjectConfig } from './project-config.ts'
import type { SettingsEnvironment } from './sources.ts'

/** A project's configuration, and whose trust in it counts. */
interface ConfigHere {
  readonly env: SettingsEnvironment
  readonly tree: string
  readonly config: ProjectConfig
}

/** Whether this user trusts the values that need trust, exactly as they are now. */
export async function isTrusted({ env, tree, config }: ConfigHere): Promise<boolean> {
  const text = await nodeDisk('private').read(trustFile(env, tree))
  return text !== null && text === trustText(tree, config)
}

export async function keepTrust({ env, tree, config }: ConfigHere): Promise<void> {
  const [disk, file] = [nodeDisk('private'), trustFile(env, tree)]
  await makeDirectoryDurably(disk, dirname(file))
  await writeDurably(disk, file, trustText(tree, config))
}

/** Another value, or another project, gives another text. */
function trustText(project: string, { entries }: ProjectConfig): string {
  const risky = entries.filter(({ reason }) => reason !== null).map(({ name, value }) => `${name} ${value}`)
  return `${JSON.stringify({ version: 1, project, values: sha256(JSON.stringify([project, ...risky.sort()])) })}\n`
}
