import * as z from 'zod'
import { command } from './kit.ts'

const id = z.number().int().positive()

const barrier = {
  description: z.string().trim().min(1).max(255),
  /** Internal barrier number, unique. */
  pathNumber: z.number().int().min(0).max(2_147_483_647),
  type: z.enum(['entrance', 'exit']),
  siteId: id,
}
const hangsOn = { gatewayId: id.nullable().optional(), deviceId: id.nullable().optional() }

/** Makes a device of a site its entrance or exit. */
export const addBarrier = command({
  name: 'barriers.add',
  access: ['BASIC_ADM'],
  input: z.strictObject({ ...barrier, ...hangsOn }),
  reply: z.object({ barrierId: id }),
  refusals: ['path-number-taken'],
})
export const editBarrier = command({
  name: 'barriers.edit',
  access: ['BASIC_ADM'],
  input: z.strictObject({
    barrierId: id,
    description: barrier.description.optional(),
    pathNumber: barrier.pathNumber.optional(),
    type: barrier.type.optional(),
    siteId: id.optional(),
    ...hangsOn,
  }),
  reply: z.object({ barrierId: id }),
  refusals: ['path-number-taken'],
})
/** Refused while its device is reserved. */
export const removeBarrier = command({
  name: 'barriers.remove',
  access: ['BASIC_ADM'],
  input: z.strictObject({ barrierId: id }),
  reply: z.object({ barrierId: id }),
  refusals: ['barrier-in-use'],
})
