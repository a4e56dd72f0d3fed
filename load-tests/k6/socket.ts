import { WebSocket } from 'k6/websockets'
import { decode } from '../crowd/socket-io.ts'
import { type Listening, type Spoken, speak } from '../crowd/speak.ts'
import { url } from './summary.ts'

const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`

/** A Socket.IO connection of a namespace over k6's WebSocket. */
export function connect(
  namespace: string,
  { auth, headers = {} }: { auth: object; headers?: Record<string, string> },
  on: Listening,
): Spoken {
  return speak(namespace, auth, on, (hear, gone) => {
    const socket = new WebSocket(address, null, { headers })
    socket.onmessage = (message) => hear(decode(message?.data as string))
    socket.onerror = gone
    socket.onclose = gone
    return socket
  })
}
