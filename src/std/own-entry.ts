/** The entry of a table under a name that somebody else chose: `toString` and `valueOf` are in no table of ours. */
export const ownEntry = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
