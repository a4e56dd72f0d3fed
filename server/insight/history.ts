import { history } from '../../contract/insight.ts'
import { readHistory } from '../../telemetry/history/history.ts'
import { seesDevice } from '../access/scope.ts'
import { answer } from '../bus/handle.ts'

const longestMs = 366 * 86_400_000

/** Sensor curves of a device of the caller's zones over [from, until), at most 366 days. */
export default answer(history, async ({ input, actor, trx, refuse }) => {
  const from = new Date(input.from)
  const until = new Date(input.until)
  if (!(from < until)) return refuse('span-empty')
  if (until.getTime() - from.getTime() > longestMs) return refuse('span-too-long')
  if (!(await seesDevice(trx, actor, input.deviceId))) return refuse('not-found')
  return readHistory(trx, { deviceIds: [input.deviceId], from, until, metrics: input.metrics })
})
