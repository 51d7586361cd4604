/** The steps of a proof are data that receipts keep; these are their names for people. */
const STEP_NAMES: Readonly<Record<string, string>> = {
  room: 'clean copy',
  ids: 'test ids',
  evidence: 'tests',
  ratchets: 'strictness',
  'checks as before': 'original tests',
  seal: 'baseline files',
  believed: 'trusted',
}

export const stepName = (step: string): string => STEP_NAMES[step] ?? step
