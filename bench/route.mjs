// Says how many of the collected utterances are understood as expected. --held-out and --seen take a third and the rest; --verbose names those that are not.
import { runBundled } from './bundled.mjs'

await runBundled('route')
