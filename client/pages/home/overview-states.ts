import type * as z from 'zod'
import type { read } from '../../../contract/overview.ts'

export type Overview = z.output<typeof read.reply>
export type Health = 'fine' | 'attention' | 'bad'
const either = (bad: boolean, attention: boolean): Health => (bad ? 'bad' : attention ? 'attention' : 'fine')

/** The state of each figure: bad = something does not work now; attention = somebody should look. */
export function healthOf(view: Overview) {
  const { companies, gateways, malfunctions, jobs, messages, log, storage, processes, load, configured } = view
  return {
    companies: either(false, companies.licenceOver > 0),
    gateways: either(gateways.all > 0 && gateways.silent === gateways.all, gateways.silent > 0),
    malfunctions: either(malfunctions.errors > 0, malfunctions.open > 0),
    jobs: either(jobs.late > 100, jobs.failed > 0 || jobs.late > 0),
    messages: either(messages.failed > 100, messages.failed > 0),
    log: either(false, log.errors > 0),
    storage: either(
      storage.daysLeft !== null && storage.daysLeft < 14,
      storage.daysLeft !== null && storage.daysLeft < 365,
    ),
    processes: either(processes.alive === 0, processes.late > 0),
    load: either(load.delayMs > 500, load.delayMs > 100 || load.processor > 1),
    configured: either(false, !configured.mail || configured.payments === 'test'),
  } as const satisfies Record<string, Health>
}
