import type { Knex } from 'knex'
import {
  type NetworkServer,
  readChirpstack,
  readTtn,
  type UplinkEvent,
  type UplinkReply,
} from '../../contract/uplinks.ts'
import type { GatewayIdentity } from '../gateways/authenticate.ts'
import type { IngestAnswer } from '../ingest/ingest-answer.ts'
import { notStored } from '../ingest/ingest-storer.ts'
import { details, messagesOf, uplinkId } from './messages.ts'
import { UplinkRegistry } from './registry.ts'

export type UplinkAnswer =
  | { readonly ok: true; readonly reply: UplinkReply }
  | Extract<IngestAnswer, { readonly ok: false }>

/** Stores messages as ingest does. */
type Accept = (body: { messages: unknown[] }) => Promise<IngestAnswer>

export interface Uplinks {
  /**
   * Stores an event of a network server for the gateway of its token. What can never be stored (unknown device, no codec, no map) is
   * refused in the reply, not by a status: network servers stop sending after some failures. 400: no event of this network server. 503 as
   * in ingest.
   */
  take(
    server: NetworkServer,
    sent: { gateway: GatewayIdentity; event: unknown; body: unknown },
    accept: Accept,
  ): Promise<UplinkAnswer>
}

/** `count` gets the outcome of each event: stored, duplicate, ignored, bad, or the reason for refusal. */
export function createUplinks(knex: Knex, count: (server: NetworkServer, outcome: string) => void): Uplinks {
  const registry = new UplinkRegistry(knex)

  const store = async (
    server: NetworkServer,
    gateway: GatewayIdentity,
    read: UplinkEvent,
    accept: Accept,
  ): Promise<UplinkAnswer> => {
    if (read.kind === 'bad') return notStored(400, 'malformed', read.detail)
    if (read.kind === 'ignored') return told({ ignored: read.event })
    const { uplink } = read
    const refuse = (code: keyof typeof details): UplinkAnswer =>
      told({ refused: [{ id: uplinkId(server, uplink.key), code, detail: details[code] }] })
    const device = uplink.devEui === null ? undefined : await registry.device(gateway, uplink.devEui)
    if (!device) return refuse('unknown-device')
    if (uplink.empty) return told({ ignored: 'empty' })
    if (!device.map) return refuse('no-field-map')
    const { messages, refused } = messagesOf(server, uplink, device.hardwareId, device.map)
    if (messages.length === 0) return told({ refused })
    const answer = await accept({ messages })
    return answer.ok ? told({ ...answer.reply, refused: [...refused, ...answer.reply.refused] }) : answer
  }

  return {
    async take(server, { gateway, event, body }, accept) {
      const read = server === 'chirpstack' ? readChirpstack(event, body) : readTtn(body)
      const answer = await store(server, gateway, read, accept)
      count(server, outcomeOf(answer))
      return answer
    },
  }
}

function told(said: Partial<UplinkReply>): UplinkAnswer {
  return { ok: true, reply: { stored: 0, duplicate: 0, refused: [], ...said } }
}

function outcomeOf(answer: UplinkAnswer): string {
  if (!answer.ok) return answer.status === 400 ? 'bad' : 'busy'
  const { stored, duplicate, refused, ignored } = answer.reply
  if (ignored !== undefined) return 'ignored'
  if (stored > 0) return refused.length > 0 ? 'partly' : 'stored'
  return duplicate > 0 ? 'duplicate' : (refused[0]?.code ?? 'ignored')
}
