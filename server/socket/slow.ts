import type { Context } from '../kernel/context.ts'
import type { PortalServer } from './serve.ts'

/**
 * Maximum of waiting packets and bytes of one reader. Beyond it the socket is dropped; it reconnects and gets a
 * snapshot.
 */
const maxPackets = 2_000
const maxBytes = 4 * 1_048_576

interface Buffered {
  writeBuffer?: unknown[]
  transport?: { socket?: { bufferedAmount?: number } }
}

/** Drops sockets whose reader is too slow, so that no buffer grows without bound. Called once a second. */
export function dropSlow(context: Context, io: PortalServer): void {
  for (const socket of io.sockets.sockets.values()) {
    const conn = socket.conn as unknown as Buffered
    const packets = conn.writeBuffer?.length ?? 0
    const bytes = conn.transport?.socket?.bufferedAmount ?? 0
    if (packets < maxPackets && bytes < maxBytes) continue
    context.metrics.slowSockets.inc()
    context.log.warn({ userId: socket.data.userId, socketId: socket.id, packets, bytes }, 'slow socket dropped')
    socket.emit('bye', { reason: 'too-slow' })
    socket.disconnect(true)
  }
}
