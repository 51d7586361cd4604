// Prints twenty megabytes, as fast as they are taken, and then its last words.
const line = `${'x'.repeat(1023)}\n`.repeat(64)
let left = (20 * 1024 * 1024) / line.length
const more = () => {
  while (left-- > 0) if (!process.stdout.write(line)) return process.stdout.once('drain', more)
  process.stdout.write('the last words\n')
}
more()
