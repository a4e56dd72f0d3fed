import { Ajv, type ValidateFunction } from 'ajv'
import * as z from 'zod'
import {
  answerMessage,
  eventMessage,
  type GatewayMessage,
  readingMessage,
  statusMessage,
} from '../../contract/gateway.ts'

export type MessageKind = GatewayMessage['kind']

/** The JSON schemas of messages, from the contract; unknown members are allowed, so that firmware may say more. */
export const messageSchemas: Record<MessageKind, object> = {
  status: z.toJSONSchema(statusMessage, { io: 'input', target: 'draft-7' }),
  reading: z.toJSONSchema(readingMessage, { io: 'input', target: 'draft-7' }),
  answer: z.toJSONSchema(answerMessage, { io: 'input', target: 'draft-7' }),
  event: z.toJSONSchema(eventMessage, { io: 'input', target: 'draft-7' }),
}

const ajv = new Ajv({ strict: true, allErrors: false })
const validators = new Map<unknown, ValidateFunction>(
  Object.entries(messageSchemas).map(([kind, schema]) => [kind, ajv.compile(schema)]),
)

/** Returns null if the message has the shape of its kind, else the fault in a few words, without values. */
export function shapeFault(message: Readonly<Record<string, unknown>>): string | null {
  const validate = validators.get(message['kind'])
  if (!validate) return 'kind is none of status, reading, answer, event'
  if (validate(message)) return null
  const [error] = validate.errors ?? []
  if (!error) return 'not valid'
  const place = error.instancePath.slice(1)
  return `${place ? `${place} ` : ''}${error.message ?? 'is not valid'}`
}
