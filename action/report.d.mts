/** The facts of a run, for people and later steps. */
export declare function summary(mode: string, code: number, events: readonly object[]): object
export declare function annotations(
  result: object,
  where: { readonly cwd: string; readonly root: string },
): readonly string[]
