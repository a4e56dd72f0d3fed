import { device } from '../../contract/insight.ts'
import { rooms } from '../../contract/rooms.ts'
import { deviceViews } from '../../telemetry/views/device.ts'
import { deviceCommandViews } from '../../telemetry/views/device-command.ts'
import { malfunctionViews } from '../../telemetry/views/malfunction.ts'
import { readingViews } from '../../telemetry/views/reading.ts'
import { seesDevice } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'
import { watchDevice } from './watched.ts'

const maxLastCommands = 50
const lastReadings = 30

/** One device in the caller's zones: its state, open malfunctions, last commands and readings, and each new reading. */
export default watching(device, {
  rooms: async ({ input, actor, trx, now, refuse, context }) => {
    if (!(await seesDevice(trx, actor, input.deviceId))) return refuse('not-found')
    await watchDevice(context.deviceKnex, trx, input.deviceId, now)
    return [rooms.device(input.deviceId)]
  },
  snapshot: async ({ input: { deviceId }, actor, trx, refuse }) => {
    if (!(await seesDevice(trx, actor, deviceId))) return refuse('not-found')
    return [
      ...(await deviceViews(trx, { ids: [deviceId] })),
      ...(await malfunctionViews(trx, { deviceId })),
      ...(await deviceCommandViews(trx, { deviceId, last: maxLastCommands })),
      ...(await readingViews(trx, { deviceId, last: lastReadings })),
    ]
  },
})
