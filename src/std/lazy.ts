/** A value that is made at its first use: for tables that cost time and that most runs of the program do not need. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
