import type { Case } from '../case.ts'
import { cheatsElsewhere } from './elsewhere.ts'
import { honestChanges } from './honest.ts'
import { jestCheats, mochaCheats, vitestCheats } from './javascript.ts'
import { nodeTestCheats } from './node-test.ts'

export const CASES: readonly Case[] = [
  ...nodeTestCheats,
  ...jestCheats,
  ...vitestCheats,
  ...mochaCheats,
  ...cheatsElsewhere,
  ...honestChanges,
]
