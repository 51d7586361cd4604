import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A web server on loopback that keeps what is posted to it. `answers`: status codes for the first requests; then 200. */
export async function receiver(answers: readonly number[] = []) {
  const received: Received[] = []
  let announce: (first: Received) => void = () => {}
  const first = new Promise<Received>(done => {
    announce = done
  })
  const left = [...answers]
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      if (received[0]) announce(received[0])
      const code = left.shift() ?? 200
      response.writeHead(code, code === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, received, first, close: () => new Promise(done => server.close(done)) }
}
