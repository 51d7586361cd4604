import type { Syntax } from '../../../tools/syntax/syntax.ts'
import { inCode } from './new-spots.ts'

const ABORT = /\bSIG(?:ABRT|IOT)\b|\b(?:signal|sigaction|bsd_signal|sigset)\s*\(\s*6\b/g
const AT_END = /\b(?:atexit|on_exit|at_quick_exit)\s*\(|__attribute__\s*\(\(\s*_*(?:con|de)structor/g
/** Ends the process with success, or continues as if nothing had happened. */
const SUCCEEDS = /\b(?:_exit|_Exit|exit|quick_exit)\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)|\blongjmp\b|\bsiglongjmp\b/
/** Ends at once, so that nothing else decides about the exit code. */
const ENDS = /\b(?:_exit|_Exit|quick_exit)\s*\(/
const FAILS_AFTER_ALL = /\braise\s*\(|\bSIG_DFL\b|\babort\s*\(|\bexit\s*\(\s*(?:[1-9]|EXIT_FAILURE|128)/i

/** Places where C code answers a failed assertion, or the end of the program, with success. A crash report that still fails is none. */
export function overriddenFailures(syntax: Syntax): number[] {
  if (syntax.language !== 'c') return []
  const { code } = syntax
  const aborts = SUCCEEDS.test(code) || !FAILS_AFTER_ALL.test(code) ? inCode(ABORT, syntax) : []
  const ends = SUCCEEDS.test(code) || ENDS.test(code) ? inCode(AT_END, syntax) : []
  return [...aborts, ...ends].map(({ index }) => index)
}
