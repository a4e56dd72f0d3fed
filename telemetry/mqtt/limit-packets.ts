import { Duplex } from 'node:stream'

/** A connection that closes on a packet announced with more than `limit` bytes, before it is read. */
export interface LimitedStream extends Duplex {
  /** Bytes after the fixed header. */
  limit: number
}

/** Limits the packets of a connection: the broker itself buffers up to 256 MiB before it knows who sends. */
export function limitPackets(inner: Duplex, limit: number, onTooLarge: (bytes: number) => void): LimitedStream {
  const measure = createMeasure()
  const outer = new Duplex({
    read: () => void inner.resume(),
    write: (chunk: Buffer, _encoding, done) => {
      if (inner.destroyed) return done(new Error('the connection is closed'))
      inner.write(chunk, (error) => done(error ?? null))
    },
    final: (done) => void inner.end(done),
    destroy: (error, done) => {
      inner.destroy()
      done(error)
    },
  }) as LimitedStream
  outer.limit = limit
  inner.on('data', (chunk: Buffer) => {
    const bytes = measure(chunk, outer.limit)
    if (bytes !== null) {
      onTooLarge(bytes)
      outer.destroy()
    } else if (!outer.push(chunk)) inner.pause()
  })
  inner.on('end', () => outer.push(null))
  inner.on('error', () => outer.destroy())
  inner.on('close', () => outer.destroy())
  return outer
}

/**
 * Returns a function that follows packets by their fixed headers (MQTT 3.1.1, section 2.2). It returns the size of a packet larger than the
 * limit, or null; an invalid length counts as infinite.
 */
export function createMeasure(): (chunk: Uint8Array, limit: number) => number | null {
  let left = 0
  let inHeader = false
  let length = 0
  let place = 0
  return (chunk, limit) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - at)
        left -= step
        at += step
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      if (!inHeader) {
        inHeader = true
        length = 0
        place = 0
        continue
      }
      length += (byte & 127) * 128 ** place
      place += 1
      if (byte & 128) {
        if (place === 4) return Number.POSITIVE_INFINITY
        continue
      }
      if (length > limit) return length
      inHeader = false
      left = length
    }
    return null
  }
}
