/** Formatted like common formatters do, so that a project's linter accepts the state view. */
export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
