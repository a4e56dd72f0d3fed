import { type CommandLogLine, commandLog } from '../../contract/control.ts'
import { answerListBy } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { allDeviceCommands, commandLogScope, findDeviceCommands, wholeCode } from './command-log-find.ts'
import { commandLogLines } from './command-log-rows.ts'

const csv: readonly CsvColumn<CommandLogLine>[] = [
  { head: heads.start, cell: ({ issuedAt, site }) => csvTime(issuedAt, site.timeZone) },
  { head: heads.timeZone, cell: ({ site }) => site.timeZone },
  { head: heads.site, cell: ({ site }) => site.name },
  { head: heads.gateway, cell: ({ gateway }) => gateway.name },
  { head: heads.device, cell: ({ device }) => device.name },
  { head: heads.action, cell: ({ action }) => action },
  { head: heads.state, cell: ({ state }) => state },
  { head: heads.reason, cell: ({ reason }) => reason },
  { head: heads.person, cell: ({ by }) => by },
  { head: heads.allowedBy, cell: (line) => line.allowedBy },
  { head: heads.reservation, cell: ({ reservation }) => reservation?.number ?? null },
  { head: heads.supportCode, cell: ({ supportCode }) => supportCode },
]

const nothing = { sql: 'SELECT NULL::uuid AS id WHERE false', bindings: {} }

/**
 * Lists commands and refused requests (rule C-56): for operators those of their sites, for support one by its complete
 * code, wherever it was.
 */
export default answerListBy(commandLog, {
  async page({ input, actor, trx }) {
    const scope = commandLogScope(actor, wholeCode.test(input.search))
    if (scope === null) return { rows: [], recordCount: 0, countIsExact: true }
    const { rows: ids, ...count } = await findDeviceCommands(trx, scope, input)
    return { rows: await commandLogLines(trx, ids), ...count }
  },
  ids({ input, actor, trx }) {
    const scope = commandLogScope(actor, wholeCode.test(input.search))
    return scope === null ? nothing : allDeviceCommands(trx, scope, input)
  },
  rows: ({ trx }, ids: readonly string[]) => commandLogLines(trx, ids),
  id: ({ id }) => id,
  csv,
})
