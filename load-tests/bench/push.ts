import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Knex } from 'knex'
import { devices } from '../../contract/control.ts'
import { malfunctions } from '../../contract/insight.ts'
import { sessionHashOf } from '../../server/socket/cookie.ts'
import type { RunningPortal } from '../../server/testing/harness.ts'
import { connectPerson, type Person, postMessages } from '../../server/testing/person.ts'
import type { World } from '../../server/testing/world.ts'

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** Milliseconds from the start of a gateway's POST to the push at a watching socket, one at a time. */
export async function pushLatency(
  portal: RunningPortal,
  knex: Knex,
  world: World,
  rounds: number,
): Promise<{ p50: number; p99: number; rounds: number }> {
  const person = await connectPerson(portal.url, await cookieFor(knex, world.users.rm.id))
  const watched = await person.watch(devices, {})
  const gateway = world.own.gateway
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const device = gateway.devices[round % gateway.devices.length]
    const status = Math.floor(round / gateway.devices.length) % 2 ? 'free' : 'error'
    const key = `device:${device?.id}`
    const began = performance.now()
    const arrived = new Promise<number>((resolve) => {
      const look = () => {
        if ((watched.rows.get(key)?.view as { status: string } | undefined)?.status !== status) return
        person.socket.off('push', look)
        resolve(performance.now())
      }
      person.socket.on('push', look)
    })
    await postMessages(portal.url, gateway.token, [
      { id: `push-${round}`, at: new Date().toISOString(), device: device?.hardwareId, kind: 'status', status },
    ])
    times.push((await arrived) - began)
  }
  person.close()
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), rounds }
}

/** Kilobytes of the server's resident memory for each idle socket that watches the malfunctions. */
export async function memoryPerSocket(
  portal: RunningPortal,
  knex: Knex,
  world: World,
  sockets: number,
): Promise<{ kilobytes: number; sockets: number }> {
  const people: Person[] = []
  const users = Math.ceil(sockets / 40)
  const cookies: string[] = []
  for (let index = 0; index < users; index += 1) cookies.push(await cookieFor(knex, await operator(knex, world, index)))
  const warm = await Promise.all(cookies.slice(0, 5).map((cookie) => connectPerson(portal.url, cookie)))
  for (const person of warm) person.close()
  const before = residentKilobytes(portal)
  for (let from = 0; from < sockets; from += 50) {
    const made = await Promise.all(
      Array.from({ length: Math.min(50, sockets - from) }, async (_, index) => {
        const person = await connectPerson(portal.url, cookies[(from + index) % cookies.length] ?? '')
        const watched = await person.watch(malfunctions, {})
        if (!watched.answer().ok) throw new Error(JSON.stringify(watched.answer()))
        return person
      }),
    )
    people.push(...made)
  }
  const after = residentKilobytes(portal)
  for (const person of people) person.close()
  return { kilobytes: (after - before) / sockets, sockets }
}

async function operator(knex: Knex, world: World, index: number): Promise<number> {
  const [row] = (await knex('users')
    .insert({
      username: `bench${index}`,
      email: `bench${index}@world.example`,
      state: 'ACTIVE',
      role_id: knex('roles').select('id').where({ name: 'Reservation Manager' }),
    })
    .returning('id')) as { id: number }[]
  await knex('user_zones').insert({ user_id: row?.id, zone_id: world.own.id })
  return row?.id ?? 0
}

/** The Cookie header of a new session of a user, straight in the database. */
export async function cookieFor(knex: Knex, userId: number): Promise<string> {
  const cookie = `sid=${randomBytes(32).toString('base64url')}`
  await knex('sessions').insert({
    id_hash: sessionHashOf(cookie),
    user_id: userId,
    app: 'portal',
    expires_at: new Date(Date.now() + 3_600_000),
  })
  return cookie
}

function residentKilobytes(portal: RunningPortal): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${portal.child.pid}/status`, 'utf8'))?.[1])
}
