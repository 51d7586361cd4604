import type { Protection } from '../protection.ts'

export const rspecProtection: Protection = {
  files: { autoLoaded: [/^\.rspec(?:\.\w+)?$/, /^spec_helpers?\.(?:rb|lua)$/] },
  caches: ['.rspec_status'],
  detection: { names: ['rspec'], variables: ['RSPEC_\\w+'], constants: ['RSpec'] },
  packages: ['rspec.*'],
  outside: { home: ['.rspec', '.config/rspec/options'], above: ['.rspec'] },
}
