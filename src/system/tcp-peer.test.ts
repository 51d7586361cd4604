import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type PeerProcesses, peerProcesses } from './tcp-peer.ts'

const onLinux = test.skipIf(process.platform !== 'linux')

/** A server on the loopback address, and what it sees of the next connection. */
async function listening(): Promise<{ port: number; next: () => Promise<Socket> }> {
  // Its own end stays open after the other one is closed.
  const server = createServer({ allowHalfOpen: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, next: async () => (await once(server, 'connection'))[0] }
}

function peerOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): PeerProcesses {
  const end = (address = '', port = 0) => ({ address, port })
  return peerProcesses(end(localAddress, localPort), end(remoteAddress, remotePort))
}

onLinux.each([
  { host: '127.0.0.1' },
  { host: '127.0.0.1', localAddress: '127.0.0.7' },
  { host: '::ffff:127.0.0.1', family: 6 },
])('the process that connected is found: %o', async options => {
  const { port, next } = await listening()
  const client = connect({ port, ...options })
  onTestFinished(() => void client.destroy())
  const socket = await next()
  onTestFinished(() => void socket.destroy())
  expect(peerOf(socket)).toEqual([process.pid])
})

onLinux('another process is found too, and nobody once it is gone', async () => {
  const { port, next } = await listening()
  const program = `require('node:net').connect(${port}, '127.0.0.1').resume()`
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const socket = await next()
  onTestFinished(() => void socket.destroy())
  expect(peerOf(socket)).toEqual([child.pid])
  const ended = once(socket.resume(), 'end')
  child.kill('SIGKILL')
  await Promise.all([once(child, 'exit'), ended])
  expect(peerOf(socket)).toBe('closed')
})

onLinux('a connection that does not exist has no known process', () => {
  const end = { address: '127.0.0.1', port: 1 }
  expect(peerProcesses(end, end)).toBe('unknown')
})
