/** The kind of check that a setting or a directive weakens. */
export type CheckFamily = 'types' | 'lint' | 'coverage'

/**
 * Which way a setting is turned to see less.
 *
 * `on`: true sees more, and nothing is false. `stay`: as `on`, but nothing is true. `off`: true sees less. `min`: a threshold that
 * may not sink. `max`: a number that may not grow. `level`: off, warning, error. `skip`: a list of what is left out. `keep`: a list of
 * what is looked at. `base`: a list of what is built upon, of which one may take another's place.
 */
type WeakeningDirection = 'on' | 'stay' | 'off' | 'min' | 'max' | 'level' | 'skip' | 'keep' | 'base'

export interface WeakeningSetting {
  readonly at: RegExp
  readonly turn: WeakeningDirection
  readonly family: CheckFamily | 'retries'
  /** What a `max` is when it is not written. */
  readonly from?: number
}

export interface Tool {
  readonly name: string
  readonly files: RegExp
  /** Only what is below this counts, in files that many share; it is cut off. */
  readonly within?: RegExp
  /** Settings that have another name elsewhere, or stand elsewhere in another version. */
  readonly alias?: (path: string) => string
  /** `strict` and what it switches on. */
  readonly implied?: { readonly by: string; readonly keys: RegExp }
  readonly dials: readonly WeakeningSetting[]
  /** A new file takes nothing away from what was there. */
  readonly newIsFree?: true
}

export const dial = (
  turn: WeakeningDirection,
  family: WeakeningSetting['family'],
  at: RegExp,
  from?: number,
): WeakeningSetting => (from === undefined ? { at, turn, family } : { at, turn, family, from })
