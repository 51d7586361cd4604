import { rmSync } from 'node:fs'
import { loopPaths } from '../../store/layout.ts'
import type { Environment } from '../../system/shell.ts'
import { dropWorktree } from '../../workspace/worktrees/drop-worktree.ts'
import { type DropParts, dropDamaged } from '../steer/drop-damaged.ts'
import { abortLoop } from '../steer/steer.ts'
import type { Leftover } from './leftovers.ts'

/** Removes one leftover. Resolves to where damaged records were moved to; null when nothing was moved. */
export async function removeLeftover(parts: DropParts, leftover: Leftover): Promise<string | null> {
  const { loop_id: id } = leftover
  switch (leftover.kind) {
    case 'damaged':
      return (await dropDamaged(parts, id))?.aside ?? null
    case 'interrupted':
      await abortLoop(parts, id)
      return null
    case 'worktree':
      await removeWorktree(leftover, parts.env)
      return null
    case 'demo':
    case 'foreign':
      rmSync(leftover.path, { recursive: true, force: true })
      return null
    case 'snapshots':
      rmSync(loopPaths(parts.layout, id).snapshots, { recursive: true, force: true })
      return null
  }
}

async function removeWorktree({ path, of }: Extract<Leftover, { kind: 'worktree' }>, env: Environment): Promise<void> {
  if (of === null) rmSync(path, { recursive: true, force: true })
  else await dropWorktree({ ...of, path, env })
}
