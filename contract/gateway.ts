import * as z from 'zod'
import { type Action, deviceStatuses, doorStates } from '../machines/device.ts'

/**
 * Gateway protocol, version 1: a public interface. Changes need a new version beside this one
 * (docs/gateway-protocol.md).
 */
export const protocolVersion = 1
export const maxMessages = 1_000
export const maxBodyBytes = 1_048_576
export const maxIdLength = 64
export const maxFutureMs = 5 * 60_000
export const maxAgeMs = 30 * 86_400_000

const base = { id: z.string(), at: z.string(), device: z.string() }
export const statusMessage = z.object({
  ...base,
  kind: z.literal('status'),
  status: z.enum(deviceStatuses),
  door: z.enum(doorStates).optional(),
})
export const readingMessage = z.object({
  ...base,
  kind: z.literal('reading'),
  temperature: z.number().min(-100).max(200).optional(),
  humidity: z.number().min(0).max(100).optional(),
  supplyVoltage: z.number().min(0).max(1_000).optional(),
  rssi: z.number().min(-200).max(50).optional(),
  rxTimeouts: z.number().int().min(0).max(2_147_483_647).optional(),
  retries: z.number().int().min(0).max(2_147_483_647).optional(),
  dirty: z.boolean().optional(),
})
export const answerResults = ['accepted', 'done', 'refused', 'failed'] as const
export const answerMessage = z.object({
  ...base,
  kind: z.literal('answer'),
  order: z.string().max(64),
  result: z.enum(answerResults),
  reason: z.string().max(255).optional(),
})
export const gatewayEvents = ['plate-seen', 'rfid-seen', 'pin-entered', 'entry', 'exit', 'button'] as const
export const eventMessage = z.object({
  ...base,
  kind: z.literal('event'),
  event: z.enum(gatewayEvents),
  value: z.string().max(255).optional(),
})

export type StatusMessage = z.infer<typeof statusMessage>
export type ReadingMessage = z.infer<typeof readingMessage>
export type AnswerMessage = z.infer<typeof answerMessage>
export type EventMessage = z.infer<typeof eventMessage>
export type GatewayMessage = StatusMessage | ReadingMessage | AnswerMessage | EventMessage

export const messageRefusals = ['unknown-device', 'bad-value', 'in-the-future', 'too-old', 'bad-id'] as const
export type MessageRefusal = (typeof messageRefusals)[number]
/** Reply to a batch, sent only after the commit. */
export interface MessagesReply {
  stored: number
  duplicate: number
  refused: { id: string; code: MessageRefusal; detail: string }[]
}

/** An order on the wire; `signature` = HMAC-SHA-256 (hex) over the canonical JSON (keys sorted, no spaces) of the other fields with the gateway's order key. */
export interface OrderFrame {
  order: string
  counter: number
  device: string
  do: Action
  issuedAt: string
  expiresAt: string
  signature: string
}
type OrderRefusal = 'forged' | 'replayed' | 'expired' | 'seen' | 'unknown-device'
/** Gateways of other manufacturers may use further codes. */
export type OrderTaken = { taken: true } | { taken: false; code: OrderRefusal | (string & {}) }

export interface GatewayHello {
  time: string
  protocol: typeof protocolVersion
  heartbeatSeconds: number
}
/** Reservations handed to gateways with offline caching; acknowledged with the version. */
export interface ReservationsFrame {
  version: number
  from: string
  until: string
  reservations: {
    id: number
    device: string
    from: string
    until: string
    pinHash: string | null
    rfid: string | null
    plate: string | null
  }[]
}
/**
 * MQTT topics below `holdfast/v1/<hardware id>/`: a gateway may publish to the first two and subscribe to the others.
 */
export const mqttRoot = 'holdfast/v1'
export const mqttTopics = ['up', 'presence', 'orders', 'reservations', 'replies'] as const
export type MqttTopic = (typeof mqttTopics)[number]
/** Identifies the batch of a reply: the gateway's own value, returned unchanged. */
export type MqttBatch = string | number | null
export type MqttReply =
  | ({ batch: MqttBatch } & MessagesReply)
  | { batch: MqttBatch; error: 'bad-body' | 'too-large' | 'busy'; retryAfter?: number }
  | { hello: GatewayHello }
  | { error: 'replaced' }
export interface LinkToServer {
  messages: (body: unknown, ack: (reply: MessagesReply | { error: string; retryAfter?: number }) => void) => void
}
export interface LinkToGateway {
  hello: (hello: GatewayHello) => void
  order: (order: OrderFrame, ack: (taken: OrderTaken) => void) => void
  reservations: (frame: ReservationsFrame, ack: (reply: { version: number }) => void) => void
  replaced: () => void
}
