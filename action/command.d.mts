/** Arguments of agent-loop for the inputs of the action. Throws for inputs that make no sense. */
export declare function commandFor(
  input: (name: string) => string,
  around: { readonly event: object; readonly cwd: string },
): { readonly mode: string; readonly args: readonly string[] }
