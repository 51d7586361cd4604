import { TOOLS } from '../catalog.ts'
import { coverageText } from '../formats/coverage-text.ts'
import { embedded } from '../formats/embedded.ts'
import { formatters } from '../formats/formatters.ts'
import { framed } from '../formats/framed.ts'
import { located } from '../formats/located/read.ts'
import type { ReaderPlan } from './reader.ts'

/** Output formats that several tools share. */
const SHARED: readonly ReaderPlan[] = [located, framed, formatters, coverageText, embedded]

/** Everything that reads output: each tool's own readers, then the shared formats. */
export const plans: readonly ReaderPlan[] = [...TOOLS.flatMap(({ readers }) => readers ?? []), ...SHARED]
