import { Duplex } from 'node:stream'

/** A connection in which no packet may be larger than `limit` bytes; what announces a larger one is closed before it is read. */
export interface LimitedStream extends Duplex {
  /** Bytes after the fixed header. */
  limit: number
}

/** Puts the limit around a connection: the broker itself keeps whatever a packet announces, up to 256 MiB, before it knows who speaks. */
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
 * Follows the packets of a stream by their fixed headers (MQTT 3.1.1, section 2.2). The function answers null, or the size of a packet that is
 * larger than the limit; a length that is none counts as infinite.
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
