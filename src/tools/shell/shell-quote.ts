/** One word for the shell, whatever is in it. */
export const shellQuote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** A path for the shell that keeps its globs alive. */
export const shellPath = (path: string): string => (/^[\w@%+=:,./*?{}[\]-]+$/.test(path) ? path : shellQuote(path))
