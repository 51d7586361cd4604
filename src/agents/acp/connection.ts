import type { Writable } from 'node:stream'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { lineSplitter } from '../headless/lines.ts'
import { type AgentJson, isObject, objectAt, parsedObject } from '../json.ts'

export interface Connection {
  /** What the library talks through. */
  readonly stream: Stream
  push(text: string): void
  writeTo(stdin: Writable): void
  /** No more will come. */
  close(): void
}

export interface AcpUpdate {
  /** What the agent does, as it does it. Taken from the line itself: a flood of it waits in no queue. */
  onUpdate(update: AgentJson): void
  /** Every answer, as it was written: there is more in it than the protocol has agreed on. */
  onResult(result: AgentJson): void
  /** A line that is no message. */
  onStray(line: string): void
}

/** Messages to and from a program, one a line. */
export function openConnection(heard: AcpUpdate): Connection {
  const incoming = queueOf<AnyMessage>()
  let stdin: Writable | null = null
  const writable = new WritableStream<AnyMessage>({
    write: message => void stdin?.write(`${JSON.stringify(message)}\n`),
  })
  const lines = lineSplitter(line => {
    const message = parsedObject(line)
    if (message === null) {
      if (line !== '') heard.onStray(line)
    } else if (message['method'] === 'session/update') {
      heard.onUpdate(objectAt(objectAt(message, 'params'), 'update'))
    } else {
      if (isObject(message['result'])) heard.onResult(message['result'])
      incoming.add(message as unknown as AnyMessage)
    }
  })
  return {
    stream: { readable: incoming.readable, writable },
    push: lines.push,
    writeTo(input) {
      stdin = input
    },
    close() {
      lines.end()
      incoming.close()
    },
  }
}

interface Queue<T> {
  readonly readable: ReadableStream<T>
  add(item: T): void
  close(): void
}

function queueOf<T>(): Queue<T> {
  const parts: { queue: ReadableStreamDefaultController<T> | null } = { queue: null }
  const readable = new ReadableStream<T>({
    start(controller) {
      parts.queue = controller
    },
    cancel() {
      parts.queue = null
    },
  })
  return {
    readable,
    add: item => parts.queue?.enqueue(item),
    close() {
      parts.queue?.close()
      parts.queue = null
    },
  }
}
