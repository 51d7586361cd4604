/** What a command can prove about a tree. */
const PURPOSES = ['test', 'lint', 'format', 'types', 'build', 'coverage', 'docs'] as const
export type Purpose = (typeof PURPOSES)[number]
