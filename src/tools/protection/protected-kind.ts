/** Why a file counts as a part of the check. */
export const PROTECTED_KINDS = [
  'test',
  'snapshot',
  'config',
  'script',
  'build',
  'ci',
  'auto-loaded',
  'tool',
  'home',
  'dependency',
  'git',
  'loop-config',
] as const
export type ProtectedKind = (typeof PROTECTED_KINDS)[number]
