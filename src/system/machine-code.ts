import { closeSync, openSync, readSync } from 'node:fs'

// ELF, Mach-O and Java classes, fat Mach-O, WebAssembly, static libraries, Windows programs.
const STARTS = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '0061736d', '213c6172', '4d5a']

/** Whether a file was made by a compiler or linker, by its first bytes. */
export function isMachineCode(path: string): boolean {
  const start = Buffer.alloc(4)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, start, 0, start.length, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
  const hex = start.toString('hex')
  return STARTS.some(known => hex.startsWith(known))
}
