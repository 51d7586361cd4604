import type { Case } from '../case.ts'
import { aroundTheProof } from './around-the-proof.ts'
import { cheatsElsewhere } from './elsewhere.ts'
import { environments } from './environments.ts'
import { moreEnvironments } from './environments-more.ts'
import { followingTests } from './following-tests.ts'
import { honestChanges } from './honest.ts'
import { agreedChanges } from './honest-agreed.ts'
import { inSource } from './honest-in-source.ts'
import { moreStacks } from './honest-more-stacks.ts'
import { movedTests } from './honest-moves.ts'
import { honestStacks } from './honest-stacks.ts'
import { jestCheats, mochaCheats, vitestCheats } from './javascript.ts'
import { listAndCacheCheats } from './lists-and-caches.ts'
import { lookingAway } from './looking-away.ts'
import { nodeTestCheats } from './node-test.ts'
import { projectRuns } from './projects.ts'
import { removals } from './removals.ts'
import { rewrittenTests } from './rewritten-tests.ts'
import { severalAtOnce } from './several-at-once.ts'
import { unseenProjects } from './unseen-projects.ts'
import { withoutRunner } from './without-runner.ts'

export const CASES: readonly Case[] = [
  ...nodeTestCheats,
  ...jestCheats,
  ...vitestCheats,
  ...mochaCheats,
  ...cheatsElsewhere,
  ...listAndCacheCheats,
  ...lookingAway,
  ...severalAtOnce,
  ...aroundTheProof,
  ...honestChanges,
  ...agreedChanges,
  ...inSource,
  ...movedTests,
  ...projectRuns,
  ...environments,
  ...honestStacks,
  ...moreEnvironments,
  ...moreStacks,
  ...withoutRunner,
  ...removals,
  ...unseenProjects,
  ...rewrittenTests,
  ...followingTests,
]
