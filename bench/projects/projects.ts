import type { Project } from './case.ts'
import { BATS_ASSERT } from './cases/bats-assert.ts'
import { BYTES } from './cases/bytes.ts'
import { HECK } from './cases/heck.ts'
import { INFLECTION } from './cases/inflection.ts'
import { MUX } from './cases/mux.ts'
import { PARSON } from './cases/parson.ts'
import { TTY_CURSOR } from './cases/tty-cursor.ts'
import { UFO } from './cases/ufo.ts'

/** The first batch, and the second, whose cases nobody had run when the first was read. */
export const PROJECTS: readonly Project[] = [INFLECTION, BYTES, TTY_CURSOR, HECK, MUX, PARSON, UFO, BATS_ASSERT]
