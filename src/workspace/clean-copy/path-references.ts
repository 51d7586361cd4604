/** Files into which installers write the path of the tree: start scripts, path files, environments. */
const installed =
  /(?:^|\/)(?:node_modules|site-packages|\.?venv|\.virtualenv|env)\/|\.(?:pth|egg-link)$|(?:^|\/)pyvenv\.cfg$/

export const isInstalled = (path: string): boolean => installed.test(path)

const MOST_BYTES = 256 * 1024

// Of installed packages only scripts and path files: opening all files would take longer than copying them.
const startedOrPath = /(?:^|\/)(?:\.bin|bin|Scripts)\/|\.(?:pth|egg-link)$|(?:^|\/)pyvenv\.cfg$|(?:^|\/)__editable__/

/** Whether a file is worth opening to see if it names the tree. */
export function mayNameTree(path: string, { size }: { readonly size: number }): boolean {
  return size > 0 && size <= MOST_BYTES && (!isInstalled(path) || startedOrPath.test(path))
}

export const namesTree = (bytes: Buffer, tree: string): boolean => next(bytes, Buffer.from(tree), 0) !== -1

/** The bytes with the path of the tree replaced by that of the copy. */
export function withOtherRoot(bytes: Buffer, tree: string, copy: string): Buffer {
  const [from, to] = [Buffer.from(tree), Buffer.from(copy)]
  const parts: Buffer[] = []
  let done = 0
  for (let at = next(bytes, from, 0); at !== -1; at = next(bytes, from, done)) {
    parts.push(bytes.subarray(done, at), to)
    done = at + from.length
  }
  return Buffer.concat([...parts, bytes.subarray(done)])
}

/** Finds the path as a whole: `/a/tree` is in `/a/tree/x` and `"/a/tree"`, not in `/a/tree-2` or `/b/a/tree`. */
function next(bytes: Buffer, path: Buffer, from: number): number {
  for (let at = bytes.indexOf(path, from); at !== -1; at = bytes.indexOf(path, at + 1)) {
    const [before, after] = [bytes[at - 1], bytes[at + path.length]]
    if (!isNameByte(before) && !isNameByte(after)) return at
  }
  return -1
}

function isNameByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || /[\w.-]/.test(String.fromCharCode(byte)))
}
