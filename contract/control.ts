import * as z from 'zod'
import { actions } from '../machines/device.ts'
import { deviceView } from './devices.ts'
import { remoteFeatures } from './features.ts'
import { command, watch } from './kit.ts'

/**
 * An operator orders a device to do something. An acknowledged order means sent, never done: the outcome comes as a change of
 * the device's view. `anyway` = 'Control anyway' during maintenance (kept in the ledger with the note).
 */
export const order = command({
  name: 'control.order',
  access: remoteFeatures,
  input: z.strictObject({
    deviceId: z.number().int().positive(),
    action: z.enum(actions),
    anyway: z.boolean().default(false),
    note: z.string().trim().max(255).default(''),
    /** PATCH /devices/:id may give its own timeout, 5 to 120 s. */
    timeoutSeconds: z.number().int().min(5).max(120).default(15),
  }),
  reply: z.object({ orderId: z.string(), supportCode: z.string(), deadline: z.string() }),
  refusals: [
    'action-not-supported',
    'under-maintenance',
    'order-in-flight',
    'gateway-unreachable',
    'device-undefined',
    'device-unreachable',
    'device-occupied',
    'already-in-state',
    'too-fast',
  ],
  limit: { points: 60, seconds: 10 },
})

/** The smart remote: devices of the operator's zones, or of one site of them, or of one gateway, live. */
export const devices = watch({
  name: 'control.devices',
  access: remoteFeatures,
  input: z.strictObject({ siteId: z.number().int().positive().optional() }),
  kinds: { device: deviceView },
})
