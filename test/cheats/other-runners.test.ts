import { sampled } from '../rig/long-form.ts'
import { expectRefused } from './expect-refused.ts'
import { REFUSED_ELSEWHERE, REFUSED_ELSEWHERE_TOO } from './refused.ts'

// The same with other runners than Node's own; in a file of its own, so that both cores have something to do.
expectRefused([...REFUSED_ELSEWHERE, ...sampled(REFUSED_ELSEWHERE_TOO, 0)])
