import { decode, type Frame } from './socket-io.ts'

const maxKept = 16

/**
 * Decodes what sockets hear. A push goes to all sockets of its room as the same bytes, one right after the other: they are decoded once, and the text
 * of the frame is the same string for all.
 */
export function createHearing(): (bytes: Buffer) => Frame {
  const kept: { bytes: Buffer; frame: Frame }[] = []
  return (bytes) => {
    for (const one of kept) if (one.bytes.length === bytes.length && one.bytes.equals(bytes)) return one.frame
    const frame = decode(bytes.toString())
    if (frame.type === 'event') {
      // A copy: what came is a piece of a larger buffer, which would be kept with it.
      kept.unshift({ bytes: Buffer.from(bytes), frame })
      kept.length = Math.min(kept.length, maxKept)
    }
    return frame
  }
}
