// Reads every recorded output and says, per tool, how much of what it contains was found.
import { runBundled } from './bundled.mjs'

await runBundled('learn')
