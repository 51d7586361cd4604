import type { Protection } from '../protection.ts'

export const rubyProtection: Protection = {
  files: { autoLoaded: [/^\.(?:irbrc|pryrc)(?:\.\w+)?$/] },
}
