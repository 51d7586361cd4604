import type { Case } from '../case.ts'
import { honestChanges } from './honest.ts'
import { nodeTestCheats } from './node-test.ts'

export const CASES: readonly Case[] = [...nodeTestCheats, ...honestChanges]
