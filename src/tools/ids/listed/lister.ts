import type { ToldTest } from '../test-ids.ts'

/** Follows the output of a tool that names every test, also those that pass. */
export interface Lister {
  line(text: string): void
  tests(): readonly ToldTest[]
}

export interface ListerPlan {
  create(): Lister
}
