/** A packet of MQTT 3.1.1: the first byte, the length of the rest, the rest. */
function packet(first: number, ...parts: Uint8Array[]): Buffer {
  const rest = Buffer.concat(parts)
  const length: number[] = []
  let left = rest.length
  do {
    length.push((left % 128) | (left > 127 ? 128 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Uint8Array.of(first, ...length), rest])
}

/** A text with its length before it. */
function text(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes])
}

export function publishPacket(topic: string, payload: Uint8Array): Buffer {
  return packet(0x30, text(topic), payload)
}

/** CONNECT with a clean session, user name and password, and a will if there is one. */
export function connectPacket(user: string, password: string, will?: { topic: string; payload: string }): Buffer {
  const flags = 0b1100_0010 | (will ? 0b100 : 0)
  const said = will ? [text(will.topic), text(will.payload)] : []
  return packet(0x10, text('MQTT'), Uint8Array.of(4, flags, 0, 10), text('x'), ...said, text(user), text(password))
}
