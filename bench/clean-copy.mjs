// How long a clean copy takes to open over a tree of 100,000 files, and what a run in it costs.
import { runBundled } from './bundled.mjs'

await runBundled('clean-copy')
