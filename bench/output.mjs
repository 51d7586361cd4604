// What reading costs: 1 GB through `verify` beside the same command piped to a file, and the time for 10,000 failures.
import { runBundled } from './bundled.mjs'

await runBundled('output')
