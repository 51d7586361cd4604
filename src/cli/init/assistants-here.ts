import { HOST_FACTS, HOSTS } from '../../agents/hosts.ts'
import { findProgram } from '../../agents/installed.ts'
import { treeOf } from '../../system/tree.ts'
import type { CommandContext } from '../command.ts'
import { recall } from '../installation.ts'

/** The assistants on this machine that do not have our files in this project yet. */
export async function assistantsHere({ env, cwd }: CommandContext): Promise<readonly string[]> {
  const root = treeOf(cwd)
  const found = await Promise.all(
    HOSTS.map(async host => {
      const paths = await Promise.all(HOST_FACTS[host].programs.map(program => findProgram(program, env)))
      return paths.some(path => path !== null) && recall(env, { host, root }).parts.length === 0 ? [host] : []
    }),
  )
  return found.flat()
}
