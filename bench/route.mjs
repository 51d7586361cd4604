// Says how many of the collected sentences are understood as expected (the bar: 90 %, and no false start of a background loop). Names of other files in the same form score those; --verbose names what is not understood.
import { runBundled } from './bundled.mjs'

await runBundled('route')
