// Fits the table behind "confidence" to labeled tasks and says what it promises on repositories that were not used for fitting.
import { runBundled } from './bundled.mjs'

await runBundled('fit-confidence')
