import { closeSync, openSync, readSync } from 'node:fs'

// ELF, Mach-O and Java classes, fat Mach-O, WebAssembly, static libraries and thin ones, Windows programs, LLVM bitcode, precompiled headers
// of GCC and of Clang.
const STARTS = [
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  '0061736d',
  '213c6172',
  '213c7468',
  '4d5a',
  '4243c0de',
  'dec0170b',
  '67706368',
  '43504348',
]

/** Whether bytes were made by a compiler or linker, by the first of them. */
export function isMachineCode(bytes: Uint8Array): boolean {
  const hex = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return STARTS.some(known => hex.startsWith(known))
}

export function isMachineCodeAt(path: string): boolean {
  const start = Buffer.alloc(4)
  try {
    const file = openSync(path, 'r')
    try {
      return readSync(file, start, 0, start.length, 0) === start.length && isMachineCode(start)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}
