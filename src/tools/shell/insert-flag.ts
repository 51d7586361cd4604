/** Puts flags behind the words that match. */
export const insertAfter =
  (words: RegExp, flags: string) =>
  (command: string): string =>
    command.replace(words, match => `${match} ${flags}`)

/** Puts a flag at the end. */
export const append =
  (flag: string) =>
  (command: string): string =>
    `${command} ${flag}`

/** Says something else instead. */
export const instead =
  (words: RegExp | string, others: string) =>
  (command: string): string =>
    command.replace(words, others)
