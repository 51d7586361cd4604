import { listedByShape } from '../ids/listed/by-shape.ts'

export const bunListing = listedByShape({
  has: ' ',
  test: /^(?<state>\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (?<title>.+?)(?: \[[\d.]+m?s\])?$/,
  states: { '(pass)': 'passed', '✓': 'passed', '(skip)': 'skipped', '»': 'skipped', '(todo)': 'todo', '✎': 'todo' },
  file: /^(\S+\.[cm]?[jt]sx?):$/,
  path: title => title.split(' > '),
})
