import * as z from 'zod'
import { deviceStatuses, doorStates } from '../../machines/device.ts'

/**
 * Field maps (device_types.field_map): how a network server's decoded object becomes readings, status, door and events.
 * Maps are data, never code. A path leads into the decoded object by keys and list indexes, separated by dots
 * ('temperature.value', 'list.0.data'; '\\.' is a dot within a key); '$profile' is the name of the device profile or
 * model, '$port' the LoRaWAN port.
 */
const path = z.string().trim().min(1).max(200)
/**
 * A value of the decoded object as text: 'true', '1', 'open'. Never empty: lists and objects have no text, and would
 * match an empty one.
 */
const word = z.string().trim().min(1).max(100)
const words = <V extends z.ZodType>(value: V) =>
  z
    .record(word, value)
    .refine((map) => Object.keys(map).length > 0 && Object.keys(map).length <= 50, { error: 'one to fifty values' })

export const numberTargets = ['temperature', 'humidity', 'supplyVoltage', 'rssi', 'rxTimeouts', 'retries'] as const
export type NumberTarget = (typeof numberTargets)[number]
export const wordTargets = ['status', 'door', 'dirty', 'event'] as const
export type WordTarget = (typeof wordTargets)[number]
/** Events of a button or counting sensor. Plates, cards and PINs come only from authenticated gateways. */
export const mappedEvents = ['button', 'entry', 'exit'] as const

const factor = z.number().min(-1e6).max(1e6)
/** value × scale + offset; a value in `except` means that nothing was measured. */
const numberRule = z.strictObject({
  target: z.enum(numberTargets),
  path,
  scale: factor.refine((scale) => scale !== 0, { error: 'not zero' }).default(1),
  offset: factor.default(0),
  except: z.array(z.number()).max(10).default([]),
})
export const fieldRule = z.discriminatedUnion('target', [
  numberRule,
  z.strictObject({ target: z.literal('status'), path, values: words(z.enum(deviceStatuses)) }),
  z.strictObject({ target: z.literal('door'), path, values: words(z.enum(doorStates)) }),
  z.strictObject({ target: z.literal('dirty'), path, values: words(z.boolean()) }),
  z.strictObject({ target: z.literal('event'), path, values: words(z.enum(mappedEvents)) }),
])
export type FieldRule = z.infer<typeof fieldRule>

/** A value exists at the path; with `is`, it equals one of these, in any case; for '$profile' a part is enough. */
const condition = z.strictObject({ path, is: z.array(word).max(20).default([]) })
export const fieldModel = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** All must hold; the first model of the map that fits applies. */
  when: z.array(condition).max(5).default([]),
  rules: z.array(fieldRule).min(1).max(30),
})
export type FieldModel = z.infer<typeof fieldModel>

export const fieldMap = z.strictObject({ models: z.array(fieldModel).max(20).default([]) })
export type FieldMap = z.infer<typeof fieldMap>
