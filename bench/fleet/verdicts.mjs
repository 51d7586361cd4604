import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

/** The same cheats and honest changes on this machine and in the fleet: the verdicts and the findings must be the same. */
export async function verdicts({ url, query, allEnded, startWorker, stop }, report) {
  const out = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
  const worker = startWorker(2)
  try {
    const entry = { verdicts: resolve(import.meta.dirname, 'verdicts.ts') }
    await build({
      config: false,
      entry,
      outDir: out,
      platform: 'node',
      target: 'node20',
      dts: false,
      logLevel: 'silent',
    })
    const file = readdirSync(out).find(name => name.startsWith('verdicts')) ?? ''
    const { compareVerdicts } = await import(pathToFileURL(join(out, file)).href)
    const journal = async id => {
      await allEnded([id])
      const lines = await query('select line from agent_loop.events where loop = $1 order by seq', [id])
      return lines.map(({ line }) => line).join('\n')
    }
    const sources = { repository: resolve(import.meta.dirname, '../..'), tools: null }
    const all = await compareVerdicts(sources, url, journal)
    for (const { id, name, kind, here, inFleet } of all)
      console.log(
        `  ${here === inFleet ? 'same ' : 'OTHER'} ${kind} ${id} ${name}: ${here}${here === inFleet ? '' : ` / ${inFleet}`}`,
      )
    for (const kind of ['cheat', 'honest']) {
      const some = all.filter(one => one.kind === kind)
      const same = some.filter(({ here, inFleet }) => here === inFleet)
      report(
        `${kind === 'cheat' ? 'cheats' : 'honest changes'} with the same verdict and findings here and in the fleet`,
        `${same.length} of ${some.length}`,
      )
    }
  } finally {
    await stop([worker])
    rmSync(out, { recursive: true, force: true })
  }
}
