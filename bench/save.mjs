// What keeping a loop costs an iteration, early, late and very late.
import { runBundled } from './bundled.mjs'

await runBundled('save')
