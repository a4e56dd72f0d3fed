import { changes } from '../../contract/gateways.ts'
import { rooms } from '../../contract/rooms.ts'
import { gatewayChanges } from '../../telemetry/views/gateway.ts'
import { watching } from '../kernel/bus/handle.ts'

/** All gateways; only admins may watch them. */
export default watching(changes, {
  rooms: async () => [rooms.all()],
  snapshot: ({ trx }) => gatewayChanges(trx),
})
