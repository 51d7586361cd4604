import type { Base } from './bases.ts'

/** Folders without a project: their cases bring all files, and say what counts. */
const needing = (...needs: readonly string[]): Base => ({
  files: {},
  criterion: null,
  packages: [],
  needs,
  fix: { file: '', find: '', replace: '' },
})

export const STACKS: Readonly<Record<string, Base>> = {
  plain: needing(),
  'on-c': needing('make', 'cc'),
  'on-go': needing('go'),
  'on-rust': needing('cargo'),
  'on-ruby': needing('ruby'),
  'on-perl': needing('perl'),
  'on-python': needing('python3'),
  'on-pytest': needing('pytest'),
  'on-java': needing('javac'),
  'on-terraform': needing('terraform'),
}
