/** As formatters leave it, so that a project's own lint does not trip over the view. */
export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
