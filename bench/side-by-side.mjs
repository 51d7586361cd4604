// Machines are noisy, so nothing is timed alone: each round runs every candidate once, and what is compared is the median
// of the ratios within a round.
import { spawnSync } from 'node:child_process'

/** Runs each candidate once a round; returns its median time and its median ratio to the first. */
export function sideBySide(candidates, rounds) {
  const times = new Map(candidates.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds + 2; round++) {
    for (const { name, args, options } of candidates) {
      const began = performance.now()
      const { status, stderr } = spawnSync(process.execPath, args, options)
      if (status !== 0) throw new Error(`${name} ended with ${status}\n${stderr}`)
      // The first two rounds warm the file cache.
      if (round >= 2) times.get(name).push(performance.now() - began)
    }
  }
  const base = times.get(candidates[0].name)
  return candidates.map(({ name }) => {
    const own = times.get(name)
    return { name, ms: median(own), ratio: median(own.map((time, index) => time / base[index])) }
  })
}

export const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => String(row[column]).length)))
  for (const row of rows) console.log(row.map((cell, column) => String(cell).padEnd(widths[column])).join('  '))
}
