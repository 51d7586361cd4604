import { TOOLS } from '../../../tools/catalog.ts'
import { isFixture } from '../../../tools/protection/test-paths.ts'
import type { AskedFamilies, ChangedText, Worse } from '../changed-text.ts'

const BASELINES = TOOLS.flatMap(({ protection }) => protection?.baselines ?? [])

/** Suppression files written by tools that suppress more than before. */
export function grownBulkFiles(files: readonly ChangedText[], asked: AskedFamilies): Worse[] {
  return files.flatMap(({ path, before, now }) => {
    const bulk = BASELINES.find(one => one.files.test(path))
    if (!bulk || now === null || isFixture(path)) return []
    const [was, is] = [before === null ? 0 : bulk.amount(before), bulk.amount(now)]
    if (is <= was) return []
    const isAsked = bulk.families.some(family => asked[family])
    const what = `${path.slice(path.lastIndexOf('/') + 1)}: ${was} → ${is}`
    return [{ rule: 'suppressions-added', objection: isAsked ? ('weakened' as const) : null, what, path, line: 1 }]
  })
}
