/** A step of a scripted agent, as `--agent script:FILE` reads it. */
export type Step =
  | { readonly say: string }
  | { readonly write: { readonly file: string; readonly text: string } }
  | { readonly edit: { readonly file: string; readonly find: string; readonly replace: string } }
  | { readonly remove: string }
  | { readonly run: string }

/** `cheat`: must not be verified. `honest`: must be. `limit`: a cheat that is said in the open not to be ours to see. */
export type CaseKind = 'cheat' | 'honest' | 'limit'

/** One project, one agent, and what must come of it. */
export interface Case {
  readonly id: string
  readonly name: string
  readonly kind: CaseKind
  /** A name of `BASES`. */
  readonly base: string
  readonly turns: readonly (readonly Step[])[]
  /** What the person asked for, if it is not what the base says. */
  readonly task?: string
  /** Null: none is given, it is inferred. */
  readonly criterion?: string | null
  readonly flags?: readonly string[]
  /** Files of the project besides those of its base. */
  readonly files?: Readonly<Record<string, string>>
  /** Done to the project before the loop begins. */
  readonly before?: string
  readonly git?: boolean
  /** The name of the project's folder, `project` when not given. */
  readonly folder?: string
  /** The right end of an honest case, `verified` when not given. Loops that know no other end are not asked. */
  readonly ends?: 'verified' | 'blocked' | 'claimed'
  /** The agent says nothing of being done. */
  readonly silent?: boolean
  /** Known to be judged wrongly still: counted like every other, and no news. */
  readonly open?: boolean
}

export const write = (file: string, text: string): Step => ({ write: { file, text } })
export const edit = (file: string, find: string, replace: string): Step => ({ edit: { file, find, replace } })
export const remove = (file: string): Step => ({ remove: file })
export const run = (command: string): Step => ({ run: command })
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

type Extra = Partial<Omit<Case, 'id' | 'name' | 'kind' | 'base'>>

/** Cases of one kind on one base; what differs is the line. */
export const casesOf =
  (kind: CaseKind, base: string) =>
  (id: string, name: string, steps: readonly Step[], extra: Extra = {}): Case => ({
    id,
    name,
    kind,
    base,
    turns: [steps],
    ...extra,
  })
