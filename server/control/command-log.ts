import { commandLog } from '../../contract/control.ts'
import { answer } from '../kernel/bus/handle.ts'
import { commandLogScope, findDeviceCommands, wholeCode } from './command-log-find.ts'
import { commandLogLines } from './command-log-rows.ts'

/** Commands and refused requests, newest first (rule C-56): operators those of their sites, support one by its whole code, wherever it was. */
export default answer(commandLog, async ({ input, actor, trx }) => {
  const scope = commandLogScope(actor, wholeCode.test(input.query))
  if (scope === null) return { deviceCommands: [], recordCount: 0 }
  const { ids, recordCount } = await findDeviceCommands(trx, scope, input)
  return { deviceCommands: await commandLogLines(trx, ids), recordCount }
})
