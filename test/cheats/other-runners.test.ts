import { expectRefused } from './expect-refused.ts'
import { REFUSED_ELSEWHERE } from './refused.ts'

// The same with other runners than Node's own; in a file of its own, so that both cores have something to do.
expectRefused(REFUSED_ELSEWHERE)
