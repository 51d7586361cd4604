import { expect, test } from 'vitest'
import { textOf } from './plant.ts'
import { plantsIn, programsIn } from './script-end.ts'

const planted = (path: string, text: string): string => {
  const plant = plantsIn(path, text, () => 'w1').at(-1)
  return plant === undefined ? '' : textOf(plant)
}

test('a failure is planted at the end of a program, and before what ends it', () => {
  expect(planted('check.js', 'run()\n')).toMatch(/^run\(\)\n\n;process\.stderr[\s\S]*throw new Error\('w1'\)\n$/)
  expect(planted('check.js', 'run()\nprocess.exit(failed)\n')).toMatch(
    /throw new Error\('w1'\)\nprocess\.exit\(failed\)\n$/,
  )
  expect(planted('check.py', 'run()\nif __name__ == "__main__":\n    main()\n')).toMatch(
    /raise AssertionError\("w1"\)\nif __name__/,
  )
  expect(planted('check.rb', 'run\n__END__\ndata\n')).toMatch(/raise 'w1'\n__END__/)
  expect(planted('check.sh', 'true\n')).toBe('')
})

test('programs of a command line', () => {
  expect(programsIn('cd a && node check.js && python3 -B tools/check.py')).toEqual(['check.js', 'tools/check.py'])
  expect(programsIn('"check": "node ./scripts/check.mjs --all"')).toEqual(['scripts/check.mjs'])
  expect(programsIn('./bin/check.rb')).toEqual(['bin/check.rb'])
  expect(programsIn('node --test; cat check.js.bak')).toEqual([])
})

test('a failure is planted behind what a program loads', () => {
  const first = (path: string, text: string): string => {
    const [plant] = plantsIn(path, text, () => 'w1')
    return plant === undefined ? '' : textOf(plant)
  }
  expect(first('c.js', "const p = require('./p.js')\nrun(p)\n")).toMatch(
    /p\.js'\)\n;process[\s\S]*throw.*\n\nrun\(p\)\n$/,
  )
  expect(first('c.mjs', "import {\n  p,\n} from './p.js'\nrun(p)\n")).toMatch(
    /p\.js'\n;process[\s\S]*throw.*\n\nrun\(p\)\n$/,
  )
  expect(first('c.py', 'from shop import (\n    p,\n)\nrun(p)\n')).toMatch(
    /\)\nimport sys as w1[\s\S]*raise.*\n\nrun\(p\)\n$/,
  )
})
