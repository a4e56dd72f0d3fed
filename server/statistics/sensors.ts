import { sensorHistory } from '../../contract/statistics.ts'
import { readHistory } from '../../telemetry/history/history.ts'
import { answer } from '../kernel/bus/handle.ts'
import { mustFit } from './span.ts'
import { readTarget } from './target.ts'

/** Sensor curves over all devices of a device, site or zone of the caller over [from, until), at most 366 days. */
export default answer(sensorHistory, async ({ input, actor, trx, refuse }) => {
  const span = mustFit(input, refuse)
  const target = await readTarget(trx, actor, input.scope, input.targetId)
  if (target === null) return refuse('not-found')
  const { deviceIds } = target
  const [from, until] = [new Date(span.from), new Date(span.until)]
  const curves = await readHistory(trx, { deviceIds, from, until, metrics: input.metrics })
  return { ...curves, devices: deviceIds.length }
})
