import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { WebSocket } from 'ws'
import { createHearing } from './hear.ts'
import type { OpenLine } from './speak.ts'

/**
 * Opens connections to a portal as cheaply as possible: its name is resolved once, and what many receive is decoded
 * once.
 */
export async function linesTo(url: string): Promise<(headers: Record<string, string>) => OpenLine> {
  const { hostname } = new URL(url)
  const { address, family } = await lookup(hostname)
  const known: LookupFunction = (_name, _options, done) => done(null, address, family)
  const target = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
  const decoded = createHearing()
  return (headers) => (hear, gone) => {
    // With a family Node does not try both.
    const options = { headers, family, lookup: known, perMessageDeflate: false, skipUTF8Validation: true }
    const socket = new WebSocket(target, options)
    socket.on('message', (bytes: Buffer) => hear(decoded(bytes)))
    socket.on('error', gone)
    socket.on('close', gone)
    return {
      send: (text) => socket.send(text),
      close: () => socket.terminate(),
    }
  }
}
