/** What a schema found wrong, as much of it as words need. */
export interface SchemaIssue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly errors?: readonly (readonly SchemaIssue[])[]
  readonly keys?: readonly string[]
  readonly values?: readonly unknown[]
  readonly options?: readonly unknown[]
  readonly expected?: string
}

/** One line about the first thing that is wrong, with the place where it stands. */
export function issueWords(issues: readonly SchemaIssue[], root: string): string {
  const [first] = issues
  if (!first) return `${root} is not understood`
  const { issue, path } = clearest(first, [])
  return `${[root, ...path].join('.')} ${wordsFor(issue)}`
}

interface Placed {
  readonly issue: SchemaIssue
  readonly path: readonly string[]
}

/** Of several shapes that were tried, the one that was meant is the one whose kind fits, or that knows all the parts. */
function clearest(issue: SchemaIssue, above: readonly string[]): Placed {
  const path = [...above, ...issue.path.map(String)]
  const branches = issue.errors ?? []
  const fitting = branches.filter(branch => branch[0] && !aboutKind(branch[0]))
  const meant = fitting.length === 1 ? fitting[0] : fitting.find(branch => branch.every(({ keys }) => !keys))
  if (meant?.[0]) return clearest(meant[0], path)
  const strange = fitting[0]?.find(({ keys }) => keys)
  if (strange) return { issue: strange, path }
  const kinds = branches.flatMap(([first]) => (first && aboutKind(first) ? kindsOf(first) : []))
  return kinds.length > 0 ? { issue: { ...issue, values: kinds }, path: [...path, 'kind'] } : { issue, path }
}

const aboutKind = ({ path }: SchemaIssue): boolean => path.length === 1 && path[0] === 'kind'
const kindsOf = ({ options, values }: SchemaIssue): readonly unknown[] => options ?? values ?? []

function wordsFor({ code, keys, values, options, expected, message }: SchemaIssue): string {
  const choices = values ?? options
  if (choices?.length) return `must be ${choices.length > 1 ? 'one of ' : ''}${choices.map(String).join(', ')}`
  if (keys?.length) return `has an unknown part "${keys.join('", "')}"`
  if (expected) return `must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`
  if (code === 'too_small') return 'is too small, or empty'
  if (code === 'invalid_format') return 'must not be empty'
  return message === 'Invalid input' ? 'is not understood' : `is wrong: ${message}`
}
