import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'

/** One end of a TCP connection. */
interface TcpEnd {
  /** An IPv4 address. */
  readonly address: string
  readonly port: number
}

/**
 * The processes that hold the other end of a connection on this machine. `closed`: none does any more. `unknown`: the system does not
 * tell (there is no /proc), or they belong to another user, or hide.
 */
export type PeerProcesses = readonly number[] | 'closed' | 'unknown'

/** The processes at the other end of an accepted connection. */
export function callerAt({ localAddress, localPort, remoteAddress, remotePort }: Socket): PeerProcesses {
  if (localAddress === undefined || localPort === undefined) return 'closed'
  if (remoteAddress === undefined || remotePort === undefined) return 'closed'
  return peerProcesses({ address: localAddress, port: localPort }, { address: remoteAddress, port: remotePort })
}

/** Costs one look at the open files of every process of this user. */
export function peerProcesses(own: TcpEnd, peer: TcpEnd): PeerProcesses {
  const lines = ['tcp', 'tcp6'].flatMap(connections)
  // A table without our own end has not the other one either.
  if (inodeOf(lines, own, peer) === null) return 'unknown'
  const inode = inodeOf(lines, peer, own) ?? NO_FILE
  if (inode === NO_FILE) return 'closed'
  const holders = holdersOf(`socket:[${inode}]`)
  return holders.length > 0 ? holders : 'unknown'
}

/** The inode of a socket that no process has open. */
const NO_FILE = '0'

/** The fields of each line of the kernel's table: number, own end, other end, …, inode. */
function connections(table: string): readonly (readonly string[])[] {
  try {
    const lines = readFileSync(`/proc/self/net/${table}`, 'latin1').split('\n')
    return lines.map(line => line.trim().split(/\s+/))
  } catch {
    return []
  }
}

const inodeOf = (lines: readonly (readonly string[])[], from: TcpEnd, to: TcpEnd): string | null =>
  lines.find(([, one = '', other = '']) => isEnd(one, from) && isEnd(other, to))?.[9] ?? null

/** The kernel writes addresses as words in the order of the machine; a socket of IPv6 has an IPv4 address in the last of four. */
function isEnd(written: string, { address, port }: TcpEnd): boolean {
  const v4 = wordOf(address.split('.').map(Number))
  const end = port.toString(16).toUpperCase().padStart(4, '0')
  return written === `${v4}:${end}` || written === `${'0'.repeat(16)}${wordOf([0, 0, 255, 255])}${v4}:${end}`
}

const wordOf = (bytes: readonly number[]): string =>
  Buffer.from(endianness() === 'LE' ? bytes.toReversed() : bytes)
    .toString('hex')
    .toUpperCase()

/** More open files than this are not searched: a request must not keep us busy. */
const MOST_FILES = 200_000

function holdersOf(file: string): readonly number[] {
  const holders: number[] = []
  let searched = 0
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const files = listed(`/proc/${pid}/fd`)
    searched += files.length
    if (searched > MOST_FILES) return []
    if (files.some(name => targetOf(`/proc/${pid}/fd/${name}`) === file)) holders.push(Number(pid))
  }
  return holders
}

/** Empty for a process that has ended, or that we may not look at. */
function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}
