/** Makes the compiler prove that a `switch` over a union handles every case. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
