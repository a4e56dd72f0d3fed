import { devices } from '../../contract/problems.ts'
import { answer } from '../kernel/bus/handle.ts'
import { problemsOfArea } from './of-area.ts'

/** Finds what is inconsistent in devices, gateways and sites (rule D-8). */
export default answer(devices, async ({ trx, now }) =>
  (await problemsOfArea(trx, now, 'devices')).map(({ kind, subject, id, name, detail }) => ({
    kind,
    deviceId: subject === 'device' ? id : null,
    gatewayId: subject === 'gateway' ? id : null,
    siteId: subject === 'site' ? id : null,
    name,
    detail,
  })),
)
