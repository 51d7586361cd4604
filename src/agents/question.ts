import { stripVTControlCharacters } from 'node:util'

/** Whether the last words are a question. Nobody is there to answer, so such a turn claims nothing. */
export function asksSomething(text: string): boolean {
  const last = stripVTControlCharacters(text.slice(-LOOKED_AT))
    .trimEnd()
    .split('\n')
    .findLast(line => /[\p{L}\p{N}]/u.test(line))
  return last !== undefined && /[?\uff1f][\s"'\u201d\u2019)\]*_`]*$/u.test(last)
}

const LOOKED_AT = 2_000
