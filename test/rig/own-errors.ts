import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Front {
  readonly port: number
  stop(): Promise<void>
}

/** Passes everything on to the model behind it; an error of a status for which a service has a document of its own gets that one. */
export async function frontWithErrors(behind: number, documents: ReadonlyMap<number, unknown>): Promise<Front> {
  const server = createServer((asked, answered) => {
    const { method, url: path, headers } = asked
    const onward = request({ host: '127.0.0.1', port: behind, method, path, headers }, answer => {
      const status = answer.statusCode ?? 500
      const { 'content-length': _, ...others } = answer.headers
      if (!documents.has(status)) {
        answered.writeHead(status, answer.headers)
        answer.pipe(answered)
        return
      }
      answer.resume()
      answered.writeHead(status, { ...others, 'content-type': 'application/json' })
      answered.end(JSON.stringify(documents.get(status)))
    })
    onward.on('error', () => answered.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise(done => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
