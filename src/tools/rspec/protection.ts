import type { Protection } from '../protection.ts'

export const rspecProtection: Protection = {
  files: { autoLoaded: [/^\.rspec(?:\.\w+)?$/, /^spec_helpers?\.(?:rb|lua)$/] },
  caches: ['.rspec_status'],
  detection: { names: ['rspec'], variables: ['RSPEC_\\w+'], constants: ['RSpec'] },
  packages: ['rspec.*'],
  outside: { home: ['.rspec', '.config/rspec/options'], above: ['.rspec'] },
  flagFiles: /(?:^|\/)\.rspec$/,
  retriesInCode: [
    {
      languages: /^ruby$/,
      pattern:
        /\b(?:it|describe|context|scenario|specify)\b[^\n]*,\s*:?retry(?::|\s*=>)\s*\d+|\bdefault_retry_count\s*=\s*\d+/g,
    },
  ],
}
