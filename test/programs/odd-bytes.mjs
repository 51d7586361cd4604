// Prints bytes that are no text, and characters of two and four bytes in pieces.
import { setTimeout as sleep } from 'node:timers/promises'

const pieces = [[0xff, 0xfe, 0x0a], [0xc3], [0xa9, 0x20, 0xf0, 0x9f], [0x8e], [0x89, 0x0a]]
for (const piece of pieces) {
  process.stdout.write(Uint8Array.from(piece))
  await sleep(30)
}
