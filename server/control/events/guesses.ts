import type { Knex } from 'knex'
import { publish } from '../../../db/outbox.ts'
import { one } from '../../../db/sql.ts'
import { lockDevices } from '../../../telemetry/commands/transition.ts'
import { closeMalfunctions, openMalfunctions } from '../../../telemetry/malfunctions/malfunctions.ts'
import { malfunctionChanges } from '../../../telemetry/views/malfunction.ts'
import { afterWrong, forgetMs, type Guesses, maxWrong } from './guessing.ts'

/**
 * Locks and returns the wrong PINs of a device, before any lock of a reservation: the PINs of one device are evaluated
 * one after another.
 */
export async function lockGuesses(trx: Knex.Transaction, deviceId: number, now: Date): Promise<Guesses> {
  return one<Guesses>(
    trx,
    `insert into access_locks as l (device_id, wrong, last_wrong_at) values (?, 0, ?)
     on conflict (device_id) do update set wrong = l.wrong
     returning wrong, last_wrong_at as "lastWrongAt", locked_until as "lockedUntil"`,
    [deviceId, now],
  )
}

/** Counts a wrong PIN; the fifth locks the device and alerts its operators. */
export async function countWrong(trx: Knex.Transaction, deviceId: number, before: Guesses, now: Date): Promise<void> {
  const { wrong, lastWrongAt, lockedUntil } = afterWrong(before, now)
  await trx('access_locks')
    .where({ device_id: deviceId })
    .update({ wrong, last_wrong_at: lastWrongAt, locked_until: lockedUntil })
  if (!lockedUntil) return
  await lockDevices(trx, [deviceId])
  const detail = { wrong: maxWrong }
  await publishGuesses(trx, await openMalfunctions(trx, [{ kind: 'access-guessing', deviceId, at: now, detail }]))
}

/** Forgets wrong PINs ten minutes after the last one and closes their malfunctions; returns the number of devices. */
export async function forgetGuesses(knex: Knex, given?: Date): Promise<number> {
  const { rows } = await knex.raw<{ rows: { deviceId: number; now: Date }[] }>(
    `select device_id as "deviceId", t.now from access_locks, (select coalesce(?::timestamptz, clock_timestamp()) as now) as t
     where last_wrong_at <= t.now - make_interval(secs => ?) order by device_id`,
    [given ?? null, forgetMs / 1_000],
  )
  for (const { deviceId, now } of rows) await knex.transaction((trx) => forgetOne(trx, deviceId, now))
  return rows.length
}

async function forgetOne(trx: Knex.Transaction, deviceId: number, now: Date): Promise<void> {
  const gone = await trx('access_locks')
    .where({ device_id: deviceId })
    .where('last_wrong_at', '<=', new Date(now.getTime() - forgetMs))
    .delete()
  if (gone === 0) return
  const open = await trx('malfunctions')
    .where({ device_id: deviceId, kind: 'access-guessing', closed_at: null })
    .first<{ id: number } | undefined>('id')
  if (!open) return
  await lockDevices(trx, [deviceId])
  await publishGuesses(trx, await closeMalfunctions(trx, [{ kind: 'access-guessing', deviceId, at: now }]))
}

async function publishGuesses(trx: Knex.Transaction, malfunctionIds: readonly number[]): Promise<void> {
  await publish(trx, await malfunctionChanges(trx, malfunctionIds))
}
