import type { Layout } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment, Shell } from '../../system/shell.ts'
import type { TreeKeeper } from '../tree/tree-keeper.ts'

/** What is needed to commit the work of a loop, push it, and open a pull request. */
export interface AfterParts {
  readonly layout: Layout
  readonly disk: Disk
  readonly shell: Shell
  readonly env: Environment
  readonly keeper: Pick<TreeKeeper, 'changed' | 'now'>
  readonly say: (line: string) => void
}
