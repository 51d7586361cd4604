import { expect, test } from 'vitest'
import { keepsOldName } from './keeps-old-name.ts'

test.each([
  ['rename discount to reduceBy and keep the old name as an alias', true],
  ['rename discount to reduceBy, leaving a deprecated alias', true],
  ['rename discount to reduceBy without breaking backwards compatibility', true],
  ["rename discount to reduceBy, don't drop backward compat", true],
  ['rename discount to reduceBy; the old name should still work', true],
  ['deprecate discount in favor of reduceBy', true],
  ['rename discount to reduceBy, do not keep the old name as an alias', false],
  ["rename discount to reduceBy, don't leave a shim", false],
  ['rename discount to reduceBy without an alias', false],
  ['rename discount to reduceBy and alias discount', true],
  ['rename preserveSpace to keepSpace, we do not want an alias', false],
  ['move the alias handling out of color.rb into registry.rb', false],
  ['rename discount to reduceBy and drop the alias', false],
  ['rename discount to reduceBy. Backwards compatibility is not needed', false],
  ['rename discount to reduceBy; there is no need to keep the old name', false],
  ['remove the alias legacyTotal', false],
  ['remove legacyTotal, we no longer need backward compatibility', false],
  ['remove legacyTotal but keep total', false],
  ['rename discount to reduceBy. No alias. Leave the changelog as it is', false],
  ['rename discount to reduceBy', false],
  ['rename lib/a.sh to lib/b.sh; the function keeps its name', false],
])('%s: %s', (task, keeps) => expect(keepsOldName(task)).toBe(keeps))
