import { execFileSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A network of its own that reaches one address of this machine and nothing else. */
export interface Network {
  /** Runs a program in it that also sees nothing of a folder of this machine. */
  through(folder: string): readonly string[]
  cut(): void
  join(): void
}

interface Networks {
  /** The address of this machine that all of them reach. */
  readonly address: string
  readonly all: readonly Network[]
}

const ip = (...args: readonly string[]): unknown => execFileSync('ip', [...args], { stdio: 'pipe' })

/** Null where namespaces cannot be made: they need root and iproute2. Gone when the test is. */
export function makeNetworks(count: number): Networks | null {
  const { pid } = process
  const subnet = `10.${64 + ((pid >> 8) & 63)}.${pid & 255}`
  const address = `${subnet}.254`
  try {
    ip('address', 'add', `${address}/32`, 'dev', 'lo')
    onTestFinished(() => void ip('address', 'delete', `${address}/32`, 'dev', 'lo'))
    return { address, all: Array.from({ length: count }, (_, n) => makeNetwork(`al-${pid}-${n}`, subnet, 4 * n)) }
  } catch {
    return null
  }
}

function makeNetwork(name: string, subnet: string, offset: number): Network {
  const [outer, inner] = [`${subnet}.${offset + 1}`, `${subnet}.${offset + 2}`]
  ip('netns', 'add', name)
  // With its end inside, the other end is gone, too.
  onTestFinished(() => void ip('netns', 'delete', name))
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'way', 'netns', name)
  ip('address', 'add', `${outer}/30`, 'dev', name)
  ip('-n', name, 'address', 'add', `${inner}/30`, 'dev', 'way')
  for (const link of [['way'], ['lo']]) ip('-n', name, 'link', 'set', ...link, 'up')
  const set = (state: 'up' | 'down'): void => void ip('link', 'set', name, state)
  set('up')
  ip('-n', name, 'route', 'add', 'default', 'via', outer)
  return {
    through: folder => [
      ...['ip', 'netns', 'exec', name, 'unshare', '--mount', 'sh', '-c'],
      `mount -t tmpfs tmpfs '${folder}' && mkdir -p "$HOME" && exec "$@"`,
      'sh',
    ],
    cut: () => set('down'),
    join: () => set('up'),
  }
}

/** Connections to a port of this address go to the same port of the loopback interface. */
export async function forward(address: string, port: number): Promise<void> {
  const server = createServer(outside => {
    const inside = connect(port, '127.0.0.1')
    outside.pipe(inside).pipe(outside)
    for (const [one, other] of [[outside, inside] as const, [inside, outside] as const])
      one.on('error', () => other.destroy())
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(port, address, resolve))
}
