import { WebSocket } from 'ws'

/** A socket that speaks just enough Socket.IO to watch, and counts what it is pushed without reading it. */
export interface RawSocket {
  /** Frames with this event so far. */
  readonly frames: () => number
  /** Bytes of them. */
  readonly bytes: () => number
  close(): void
}

interface Options {
  readonly cookie?: string
  readonly auth?: object
  /** What is asked for after the connection: event and argument; resolves with the first acknowledgement. */
  readonly ask?: { readonly event: string; readonly argument: object }
  /** Frames with this event are counted. */
  readonly event: string
  /** Sees each of them as it came. */
  readonly onFrame?: (text: string) => void
  /** Of the whole set: called whenever a counted frame came. */
  readonly onCounted?: () => void
}

/** Opens one; resolves with the answer to its question when that has come. */
export function openRawSocket(url: string, options: Options): Promise<{ socket: RawSocket; answer: string }> {
  const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
  const line = new WebSocket(address, {
    perMessageDeflate: false,
    ...(options.cookie ? { headers: { cookie: options.cookie } } : {}),
  })
  const counted = `42["${options.event}"`
  let [frames, bytes] = [0, 0]
  const socket: RawSocket = { frames: () => frames, bytes: () => bytes, close: () => line.terminate() }
  return new Promise((resolve, reject) => {
    line.once('error', reject)
    line.once('close', () => reject(new Error('the socket was closed')))
    line.on('message', (data: Buffer) => {
      const start = data.subarray(0, counted.length).toString('latin1')
      if (start === counted) {
        frames += 1
        bytes += data.length
        options.onFrame?.(data.toString('utf8'))
        options.onCounted?.()
      } else if (start.startsWith('0')) line.send(`40${JSON.stringify(options.auth ?? {})}`)
      else if (start === '2') line.send('3')
      else if (start.startsWith('44')) reject(new Error(data.toString('utf8')))
      else if (start.startsWith('40')) {
        if (!options.ask) resolve({ socket, answer: '' })
        else line.send(`420${JSON.stringify([options.ask.event, options.ask.argument])}`)
      } else if (start.startsWith('430')) resolve({ socket, answer: data.toString('utf8').slice(3) })
    })
  })
}

/** Opens many, fifty at a time. */
export async function inGroups(count: number, open: (index: number) => Promise<RawSocket>): Promise<RawSocket[]> {
  const made: RawSocket[] = []
  while (made.length < count)
    made.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - made.length) }, (_, n) => open(made.length + n)),
      )),
    )
  return made
}
