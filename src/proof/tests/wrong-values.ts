import { failuresOf } from '../../check/output/compare.ts'
import { joined } from '../../check/verify/facts-in.ts'
import type { Verification } from '../../check/verify/verification.ts'
import type { Differed } from '../../tools/canary/plant.ts'
import { type CopyRunOptions, fromTree } from '../options.ts'

const MOST_KEPT = 50

/** Received and expected values of failed tests, if both are plain values of the same type, so that a test can be written with them. */
export function wrongValuesIn(verifications: readonly Verification[], options: CopyRunOptions): Differed[] {
  return verifications
    .flatMap(verification => failuresOf(joined(verification)))
    .flatMap(({ file, expected, received }) => {
      const [got, wanted] = [plain(received), plain(expected)]
      if (got === null || wanted === null || got === wanted || typeof got !== typeof wanted) return []
      return [
        {
          file: file === null ? null : fromTree(options, file),
          received: JSON.stringify(got),
          expected: JSON.stringify(wanted),
        },
      ]
    })
    .slice(0, MOST_KEPT)
}

/** Numbers and short plain text. Two spellings of the same value do not differ. */
function plain(text: string | null): number | string | null {
  if (text === null) return null
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/.test(text)) return Number(text)
  return /^(["'])([\w ,;:!?@#%&=+./-]{0,80})\1$/.exec(text)?.[2] ?? null
}
