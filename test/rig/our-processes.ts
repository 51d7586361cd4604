import { readdirSync, readFileSync } from 'node:fs'
import { isRunning, type Project } from './project.ts'

/** Every process that was started with this project's home: daemon, supervisor, agents, checks. */
export const processesOf = ({ home }: Pick<Project, 'home'>): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && isRunning(Number(name)))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`)
      } catch {
        return false
      }
    })
    .map(Number)
