import { type Reader, read } from '../reading.ts'
import { FOLDERS, globOf, isFile, isPath, pathNamed, placeNamed } from './file-words.ts'

const BE = String.raw`(?:(?:must|should|shall|has to|needs to|will) )?(?:is|be|are|stays?|remains?|becomes?)`
const LEFT = String.raw`(?:\s+(?:left(?: over)?|remains?|remaining|stays|exists?|anywhere|at all|any ?more))*`
const INSIDE = '(?:in|under|inside|within|below)'

const IS_EMPTY = new RegExp(String.raw`^(.+?)(?: now| still)? ${BE}(?: now| left| completely| entirely)? empty$`, 'i')
const HOLDS_NOTHING =
  /^(.+?) (?:(?:must|should) )?(?:contains?|has|have|holds?) (?:nothing|(?:no|zero|0|no more) files?(?: or (?:folders|directories))?)(?: (?:in (?:it|there)|left|any ?more|at all))*$/i
const NOTHING_IN = new RegExp(
  String.raw`^(?:there (?:is|must be|should be) )?nothing(?: is)?${LEFT} ${INSIDE} (.+?)${LEFT}$`,
  'i',
)
const NO_FILES_IN = new RegExp(
  String.raw`^(?:there (?:is|are|must be|should be) )?(?:no|zero|0|no more)(?: more| remaining)? files?(?: (?:is|are|be))?${LEFT} ${INSIDE} (.+?)${LEFT}$`,
  'i',
)

/** Folders with only generated files. */
const MADE = /^(?:build|out|output|target|tmp|temp|coverage|logs|\.cache|cache|artifacts)$/

/** "dist is empty", "nothing left in tmp/", "no files in build": no file may be there. */
export const emptyPlace: Reader = clause => {
  const files = HOLDS_NOTHING.exec(clause)?.[1] ?? NO_FILES_IN.exec(clause)?.[1]
  const phrase = files ?? IS_EMPTY.exec(clause)?.[1] ?? NOTHING_IN.exec(clause)?.[1]
  const place = phrase === undefined ? null : folderNamed(phrase, files !== undefined)
  return place === null ? null : read({ kind: 'file_count', glob: globOf(place), is: 'equal', value: 0, said: clause })
}

/** With the word "files" any name is a folder; otherwise it has to look like one, because a queue may be empty too. */
function folderNamed(phrase: string, ofFiles: boolean): string | null {
  const bare = phrase.trim().replace(/^the\s+/i, '')
  const sure = isPath(bare) || FOLDERS.test(bare) || MADE.test(bare)
  const place = pathNamed(phrase) ?? (sure ? bare : ofFiles ? placeNamed(phrase) : null)
  return place === null || place === '' || isFile(place) ? null : place
}
