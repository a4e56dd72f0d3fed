import { hostname } from 'node:os'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { leaveLinks } from '../../telemetry/links/link-presence.ts'

export interface Heartbeat {
  readonly workers: Set<string>
  /** Announces this process at once. */
  beat(): Promise<void>
  stop(): Promise<void>
}
/** Links of gateways count only while their process beats. */
const beatMs = 3_000
const deadSeconds = 45

/** Announces that this process lives, and which job workers are its own. */
export async function startHeartbeat(
  knex: Knex,
  log: Logger,
  self: { id: string; roles: string[]; version: string; alone: boolean },
): Promise<Heartbeat> {
  const workers = new Set<string>()
  const beat = async (): Promise<void> => {
    await knex.raw(
      `insert into processes (id, name, roles, workers, host, pid, version) values (?, 'holdfast', ?, ?, ?, ?, ?)
       on conflict (id) do update set heartbeat_at = now(), workers = excluded.workers`,
      [self.id, self.roles, [...workers], hostname(), process.pid, self.version],
    )
  }
  if (self.alone) await knex('processes').delete()
  await beat()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'heartbeat failed'))
  }, beatMs)
  return {
    workers,
    beat,
    async stop() {
      clearInterval(timer)
      await leaveLinks(knex, self.id).catch(() => {})
    },
  }
}

/**
 * Removes processes that stopped beating and unlocks the jobs of dead workers. `alone` = nothing else uses this
 * database (embedded), so every other process is dead.
 */
export async function unlockDead(knex: Knex, ownId: string, alone: boolean): Promise<void> {
  await knex.raw(`delete from processes where id <> ? and (? or heartbeat_at < now() - make_interval(secs => ?))`, [
    ownId,
    alone,
    deadSeconds,
  ])
  await knex.raw(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_by is not null and locked_by not in (select unnest(workers) from processes)))`,
  )
}
