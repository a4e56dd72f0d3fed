import { decode, type Frame } from './socket-io.ts'

const maxKept = 16

/**
 * Decodes frames. A push goes to all sockets of its room as the same bytes, one right after the other: it is decoded
 * once, and all sockets get the same string.
 */
export function createHearing(): (bytes: Buffer) => Frame {
  const kept: { bytes: Buffer; frame: Frame }[] = []
  return (bytes) => {
    for (const one of kept) if (one.bytes.length === bytes.length && one.bytes.equals(bytes)) return one.frame
    const frame = decode(bytes.toString())
    if (frame.type === 'event') {
      // A copy: the bytes are part of a larger buffer, which would be retained.
      kept.unshift({ bytes: Buffer.from(bytes), frame })
      kept.length = Math.min(kept.length, maxKept)
    }
    return frame
  }
}
