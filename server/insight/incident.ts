import { incident } from '../../contract/insight.ts'
import { rooms } from '../../contract/rooms.ts'
import { deviceCommandViews } from '../../telemetry/views/device-command.ts'
import { incidentChange, incidentEntries } from '../../telemetry/views/incident.ts'
import { readMalfunctions } from '../../telemetry/views/malfunction.ts'
import { watching } from '../kernel/bus/handle.ts'
import { scopedMalfunction } from './scoped.ts'

const lastEntries = 200
const maxLastCommands = 50

/** One malfunction in the caller's zones with its history and the commands since, also after its end. */
export default watching(incident, {
  rooms: async ({ input: { malfunctionId }, actor, trx, refuse }) => {
    const found = await scopedMalfunction(trx, actor, malfunctionId)
    if (!found) return refuse('not-found')
    return [
      rooms.incident(found.id),
      ...(found.deviceId !== null && found.seesDevice ? [rooms.device(found.deviceId)] : []),
    ]
  },
  snapshot: async ({ input: { malfunctionId }, actor, trx, refuse }) => {
    const found = await scopedMalfunction(trx, actor, malfunctionId)
    if (!found) return refuse('not-found')
    const { deviceId, openedAt: from, closedAt: until } = found
    const deviceCommands =
      deviceId !== null && found.seesDevice
        ? await deviceCommandViews(trx, { deviceId, from, until, last: maxLastCommands })
        : []
    return [
      ...(await readMalfunctions(trx, 'WHERE m.id = ?', [found.id])).map(incidentChange),
      ...(await incidentEntries(trx, { ids: [found.id], last: lastEntries })),
      ...deviceCommands,
    ]
  },
})
