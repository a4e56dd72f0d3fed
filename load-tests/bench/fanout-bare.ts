import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Server } from 'socket.io'

/** A bare Socket.IO server in a separate process: broadcasts what it is given to everybody, and nothing else. */
const http = createServer()
const io = new Server(http, { serveClient: false, perMessageDeflate: false, pingInterval: 20_000 })
let delivered = 0
let resume: (() => void) | null = null

/** Broadcasts in order, at most `window` frames ahead of what every socket has received. */
async function broadcast(frames: readonly unknown[], window: number): Promise<void> {
  for (const [index, frame] of frames.entries()) {
    while (index - delivered >= window) await new Promise<void>((resolve) => (resume = resolve))
    io.emit('push', frame)
    await turn()
  }
}

process.on('message', (message: { frames: unknown[]; window: number } | { delivered: number }) => {
  if ('frames' in message) {
    delivered = 0
    void broadcast(message.frames, message.window)
    return
  }
  delivered = message.delivered
  resume?.()
})
http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }))
