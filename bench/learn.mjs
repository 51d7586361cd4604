// Reads every recorded output and says, per tool, how much of what it contains was found; with --speed, how fast.
import { runBundled } from './bundled.mjs'

await runBundled(process.argv.includes('--speed') ? 'read-speed' : 'learn')
