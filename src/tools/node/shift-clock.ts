import { closeSync, openSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import vm from 'node:vm'

/** Another year, month, weekday, and hour. `agent_loop_clock.py` has the same. */
const SHIFT_MS = (400 * 24 + 7) * 3_600_000 + 13 * 60_000

/** Runs in every context, because each one has a `Date` of its own. */
function shiftDate(ms: number): void {
  const realNow = Date.now
  Date.now = () => realNow() + ms
  const Real = Date
  const Shifted: DateConstructor = new Proxy(Real, {
    construct: (target, given, asked) =>
      Reflect.construct(target, given.length === 0 ? [realNow() + ms] : given, asked === Shifted ? target : asked),
    apply: () => new Real(realNow() + ms).toString(),
  })
  Real.prototype.constructor = Shifted
  globalThis.Date = Shifted
}

try {
  shiftDate(SHIFT_MS)
  const source = `(${shiftDate.toString()})(${SHIFT_MS})`
  const { createContext } = vm
  vm.createContext = (...given: Parameters<typeof createContext>) => {
    const context = createContext(...given)
    vm.runInContext(source, context)
    return context
  }
  syncBuiltinESMExports()
  // Tells that a process of the command has the shifted clock.
  closeSync(openSync(join(__dirname, 'node-shifted'), 'w'))
} catch {
  // The process continues with the real time.
}
