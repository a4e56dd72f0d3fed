import { history } from '../../contract/insight.ts'
import { readHistory } from '../../telemetry/history/history.ts'
import { seesDevice } from '../access/scope.ts'
import { answer } from '../kernel/bus/handle.ts'
import { mustFit } from '../statistics/span.ts'

/** Sensor curves of a device in the caller's zones over [from, until), at most 366 days. */
export default answer(history, async ({ input, actor, trx, refuse }) => {
  const span = mustFit(input, refuse)
  if (!(await seesDevice(trx, actor, input.deviceId))) return refuse('not-found')
  const [from, until] = [new Date(span.from), new Date(span.until)]
  return readHistory(trx, { deviceIds: [input.deviceId], from, until, metrics: input.metrics })
})
