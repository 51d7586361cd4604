// Judges honest changes and cheats, and prints how many of each are refused; with --verbose, which.
import { runBundled } from './bundled.mjs'

await runBundled('ratchets')
