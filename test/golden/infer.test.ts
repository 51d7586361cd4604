import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inferCompletion } from '../../src/infer/infer.ts'
import { documentOf } from '../../src/infer/proposal.ts'
import { inferenceSchema } from '../../src/infer/proposal-schema.ts'
import { inferenceYaml } from '../../src/infer/proposal-yaml.ts'
import { readProject } from '../../src/infer/read-project.ts'

// Each folder is a project, the tasks somebody might give in it, and what we say to them. UPDATE=1 rewrites the
// answers; the review reads the difference.
const home = join(import.meta.dirname, 'infer')

describe.each(readdirSync(home))('%s', name => {
  test('the answers are the ones that were reviewed', async () => {
    const folder = join(home, name)
    const tasks = readFileSync(join(folder, 'tasks.txt'), 'utf8').trim().split('\n')
    const answers: string[] = []
    for (const task of tasks) {
      const inference = inferCompletion(task, await readProject(join(folder, 'project'), task))
      expect(inferenceSchema.safeParse(documentOf(inference)).error).toBeUndefined()
      answers.push(`# ${task}\n${inferenceYaml(inference)}\n`)
    }
    const expected = join(folder, 'expected.yaml')
    if (process.env['UPDATE'] === '1' || !existsSync(expected)) writeFileSync(expected, answers.join('---\n'))
    expect(answers.join('---\n')).toBe(readFileSync(expected, 'utf8'))
  })
})
