import type { Protection } from '../protection.ts'

export const nodeTestProtection: Protection = {
  detection: { variables: ['NODE_TEST_CONTEXT'] },
  libraries: ['(?:node:)?test(?:/\\w+)?'],
}
