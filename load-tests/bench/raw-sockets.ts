import { WebSocket } from 'ws'

/** A socket that speaks just enough Socket.IO to watch, and counts pushes without parsing them. */
export interface RawSocket {
  /** Number of frames with this event. */
  readonly frames: () => number
  /** Number of their bytes. */
  readonly bytes: () => number
  close(): void
}

interface Options {
  readonly cookie?: string
  readonly auth?: object
  /** Event and argument sent after connecting; resolves with the first acknowledgement. */
  readonly ask?: { readonly event: string; readonly argument: object }
  /** Frames with this event are counted. */
  readonly event: string
  /** Gets each of them, raw. */
  readonly onFrame?: (text: string) => void
  /** For the whole set: called at each counted frame. */
  readonly onCounted?: () => void
}

/** Opens one; resolves with the acknowledgement of `ask`. */
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
