import { hostname } from 'node:os'
import { type LivingProcess, processes } from '../../contract/operation.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'

/**
 * A heartbeat is sent every 3 s. After 12 s without one, the gateways of a process count as disconnected; after 45 s it
 * is dead and its jobs start over.
 */
const seconds = { late: 12, dead: 45 }

/**
 * Returns the processes of this portal, the oldest first. A restarted container has the same process id and host name:
 * the newest entry is this process.
 */
export default answer(processes, async ({ trx, now }) => {
  const items = await many<LivingProcess>(
    trx,
    `select p.id, p.roles, p.version, p.host, p.pid, ${wireTime('p.started_at')} as "startedAt", ${wireTime('p.heartbeat_at')} as "heartbeatAt",
       case when p.heartbeat_at < now() - make_interval(secs => :dead) then 'dead'
         when p.heartbeat_at < now() - make_interval(secs => :late) then 'late' else 'alive' end as state,
       (select count(*)::int from gateways g where g.linked and g.link_process = p.id) as gateways,
       p.id = (select last.id from processes last where last.host = :host and last.pid = :pid order by last.started_at desc limit 1)
         is true as self
     from processes p order by p.started_at, p.id`,
    { ...seconds, host: hostname(), pid: process.pid } as never,
  )
  return { asOf: now.toISOString(), items }
})
