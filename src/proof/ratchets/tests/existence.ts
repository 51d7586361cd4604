import { isMatcher, STRENGTH, strengthOf } from '../../../tools/protection/matchers.ts'
import type { Language } from '../../../tools/syntax/language.ts'
import { assertionPattern, assertionsIn, isAlwaysTrue } from './assertions.ts'
import type { WrittenTest } from './find-tests.ts'

// Calls need no parentheses there.
const WITHOUT_PARENTHESES = /^(?:ruby|elixir|shell)$/
const ABOUT_A_FUNCTION =
  /\btypeof\b|\bcallable\b|\bhasattr\b|\bis_callable\b|\bfunction_exists\b|\bisFunction\b|["'`]function["'`]|\(\s*Function\s*\)/
/** A number that is one: any stub returns that. */
const IS_A_NUMBER =
  /^[^&|;]*(?:!\s*[\w.]+\.is_nan\(\)|\.is_finite\(\)|\bmath\.is(?:finite|nan)\(|\bNumber\.is(?:NaN|Finite)\(|\bmath\.Is(?:NaN|Inf)\()[^&|;]*$/
const NO_CALL =
  /^(?:function|require|import|typeof|if|for|while|switch|catch|async|await|return|callable|hasattr|getattr|is_callable|function_exists|def|fn|func|not|and|or|in|Function)$/

/** Whether a test runs no code and only asserts that something is there: `assert.ok(tax)`, `typeof tax === 'function'`. */
export function onlyAssertsExistence(test: WrittenTest, language: Language): boolean {
  if (WITHOUT_PARENTHESES.test(language)) return false
  const asserted = assertionsIn(test, language).filter(one => !isAlwaysTrue(one))
  if (asserted.length > 0 && asserted.every(({ code }) => IS_A_NUMBER.test(code))) return true
  return (
    asserted.length > 0 &&
    asserted.every(
      ({ code, text }) => strengthOf(code, language) === STRENGTH.presence || ABOUT_A_FUNCTION.test(text),
    ) &&
    !callsSomething(test, language)
  )
}

const callsSomething = ({ body }: WrittenTest, language: Language): boolean =>
  /<[A-Z]\w*[\s/>]|[=!<>]=|[<>]/.test(body.replace(/=>|->/g, '')) ||
  [...body.matchAll(/([A-Za-z_$][\w$]*)[!?]?\s*\(/g)].some(
    ({ 0: call, 1: name = '' }) =>
      !NO_CALL.test(name) && !isMatcher(name, language) && !assertionPattern(language).test(call),
  )
