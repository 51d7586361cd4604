import type { Writable } from 'node:stream'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { lineSplitter } from '../headless/lines.ts'
import { type AgentJson, isObject, objectAt, parsedObject } from '../json.ts'

export interface Connection {
  /** The stream for the protocol library. */
  readonly stream: Stream
  push(text: string): void
  writeTo(stdin: Writable): void
  /** No more messages will come. */
  close(): void
}

export interface AcpUpdate {
  /** Events of the agent, taken from the line itself, so that a flood of them does not fill a queue. */
  onUpdate(update: AgentJson): void
  /** Every answer as it was written: it can contain more than the protocol defines. */
  onResult(result: AgentJson): void
  /** A line that is not a message. */
  onStray(line: string): void
}

/** Messages to and from a program, one per line. */
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
