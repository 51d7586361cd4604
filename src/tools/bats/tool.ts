import { batsTests } from '../canary/planters.ts'
import { tapListing } from '../tap/listing.ts'
import type { Tool } from '../tool.ts'
import { batsPretty } from './read.ts'

const DEFINED = String.raw`(?:^|[;&|{]|\bfunction\b)[ \t]*`
const COMPARED = '(?:equal|not_equal|success|failure|output|line|regex|stderr|stderr_line|exists?|not_exists?)'

export const bats: Tool = {
  name: 'bats',
  kind: 'test-runner',
  commands: { programs: 'bats', starts: String.raw`bats|\S*\/bats`, sign: /(?:^|[\s/&;])bats\b/ },
  readers: [batsPretty],
  ids: { listed: tapListing },
  canary: { tests: batsTests },
  protection: {
    detection: {
      signs: [
        {
          name: 'that it runs as a test',
          languages: /^shell$/,
          pattern: String.raw`^[ \t]*(?<code>\S)[^\n]*?(?:\$\{?[#!]?BATS_[A-Z]|-v[ \t]+["']?BATS_[A-Z]|\b(?:declare|typeset)[ \t]+-[Ff][ \t]+["']?(?:setup|teardown|run|load|skip|bats_)|\b(?:type|command)[ \t]+-[tvV][ \t]+["']?(?:run|skip|load|bats_)|\$\{?(?:0|BASH_SOURCE|FUNCNAME|BASH_ARGV0?)\b[^\n]{0,60}bats)`,
        },
      ],
      patches: [
        {
          name: 'the assertions of the tests',
          languages: /^shell$/,
          pattern: String.raw`${DEFINED}(?<code>(?:assert|refute)(?:_${COMPARED})?|bats_\w+)[ \t]*(?:\([ \t]*\)|\{)`,
        },
        {
          name: 'the test runner',
          languages: /^shell$/,
          pattern: String.raw`${DEFINED}(?<code>run)[ \t]*(?:\([ \t]*\))?[ \t\n]*\{[^}]{0,300}\b(?:status|output|lines)=`,
        },
      ],
    },
  },
}
