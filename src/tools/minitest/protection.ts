import type { Protection } from '../protection.ts'

export const minitestProtection: Protection = {
  files: { autoLoaded: [/^test_helper\.(?:rb|lua)$/] },
  detection: { names: ['minitest'], constants: ['Minitest', 'MiniTest', 'Test::Unit'] },
}
