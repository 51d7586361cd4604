// False victories that are accepted and honest work that is refused: scripted agents on real projects, and several loops as judges.
//   npm run bench:cheats                            all of it
//   npm run bench:cheats -- C2 =C70 jest            ids that begin so, exactly this id, or all of a base
//   npm run bench:cheats -- --json FILE             a summary in a file
//   npm run bench:cheats -- --loop "COMMAND"        another loop instead of ours; docs/compared.md has the contract
//   npm run bench:cheats -- --no-peers              without the loops of others; --all-peers: with them on every project
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'tsdown'
import { installPeers, PEERS } from './loop-peers.mjs'
import { install, placeOf } from './outside-packages.mjs'

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    loop: { type: 'string' },
    'no-peers': { type: 'boolean' },
    'all-peers': { type: 'boolean' },
  },
})
const out = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
try {
  const entry = { suite: resolve(import.meta.dirname, 'cheats/suite.ts') }
  await build({ config: false, entry, outDir: out, platform: 'node', target: 'node20', dts: false, logLevel: 'silent' })
  const file = readdirSync(out).find(name => name.startsWith('suite')) ?? ''
  const { isMeant, judgeLoop, noBox, runSuite, tableRow } = await import(pathToFileURL(join(out, file)).href)
  const noTools = install('tools', ['turbo@2.11.10', 'pnpm@10.34.9'])
  if (noTools !== null) console.error(`turbo and pnpm: ${noTools}`)
  const sources = { repository: resolve(import.meta.dirname, '..'), tools: noTools === null ? placeOf('tools') : null }
  if (flags.loop !== undefined) {
    const wants = one => words.length === 0 || words.some(word => isMeant(word, one))
    const onJudged = one => console.error(`${one.accepted ? 'accepted' : 'refused '} ${one.kind} ${one.id} ${one.name}`)
    const results = await judgeLoop({ loop: flags.loop, sources, wants, limitMs: 180_000, onJudged })
    if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(results, null, 2)}\n`)
    console.log('| loop | cheats accepted | honest work refused | known limits accepted |\n| --- | --- | --- | --- |')
    console.log(tableRow(results))
  } else {
    const noPeers = flags['no-peers'] ? 'as you said' : (installPeers() ?? noBox())
    process.exitCode = await runSuite({
      sources,
      peers: noPeers === null ? PEERS : [],
      allPeers: flags['all-peers'] === true,
      noPeers,
      words,
      summary: flags.json ?? null,
    })
  }
} finally {
  rmSync(out, { recursive: true, force: true })
}
