import { fail, type Result } from '../../std/result.ts'
import { isolatedEnvironment, runGit } from '../../system/run-git.ts'
import type { Environment } from '../../system/shell.ts'
import type { Repository } from './repository.ts'

/** Reads many blobs with one git process, one after the other, so that only one is in memory. */
export async function readObjects(
  { path }: Repository,
  env: Environment,
  ids: readonly string[],
  use: (id: string, bytes: Buffer) => void,
): Promise<Result<null, string>> {
  const reader = batchReader(use)
  const read = await runGit({
    args: ['--git-dir', path, 'cat-file', '--batch'],
    cwd: path,
    env: isolatedEnvironment(env),
    stdin: ids.map(id => `${id}\n`).join(''),
    onOutput: async chunk => reader.push(chunk),
  })
  if (!read.ok) return read
  const missing = reader.missing()
  return missing.length === 0 ? { ok: true, value: null } : fail(`${missing.length} saved files are missing`)
}

/** Git prints for each object a line "id kind size", the bytes, and a line end; or "id missing". */
function batchReader(use: (id: string, bytes: Buffer) => void) {
  const missing: string[] = []
  let waiting: Buffer[] = []
  let [size, needed] = [0, 0]
  const step = (bytes: Buffer): Buffer | null => {
    const end = bytes.indexOf(10)
    if (end === -1) return null
    const [id = '', kind, length = '0'] = bytes.toString('latin1', 0, end).split(' ')
    if (kind === 'missing') {
      missing.push(id)
      return bytes.subarray(end + 1)
    }
    const last = end + 1 + Number(length)
    needed = last + 1
    if (bytes.length < needed) return null
    use(id, bytes.subarray(end + 1, last))
    needed = 0
    return bytes.subarray(last + 1)
  }
  return {
    missing: () => missing,
    push(chunk: Buffer): void {
      waiting.push(chunk)
      size += chunk.length
      if (size < needed) return
      let rest: Buffer = waiting.length === 1 ? chunk : Buffer.concat(waiting)
      for (let next = step(rest); next !== null; next = step(rest)) rest = next
      waiting = [rest]
      size = rest.length
    },
  }
}
