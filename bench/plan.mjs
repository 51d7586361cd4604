// A plan of 12 tasks with agents that lie, cheat, conflict, and get stuck: run to its end, then killed at random moments and run again;
// and how long 12 independent tasks take with 1, 2, and 4 loops at once.
//   npm run bench:plan              5 kills, turns of 1 s; -- --long: 50 kills, turns of 10 s
//   npm run bench:plan -- wall      one part alone: cheap (12 cheap tasks, killed), cheats (12 tasks with cheats, killed), wall (times),
//                                   project (12 tasks with cheats on a real project; -- --corpus FOLDER as in bench/projects/README.md)
//   -- --kills N: that many; -- --seed N repeats them; -- --minutes N ends each part with kills earlier
import { runBundled } from './bundled.mjs'

await runBundled('plan', { agent: 'bench/plan/agent.ts' })
