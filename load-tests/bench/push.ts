import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { devices } from '../../contract/control.ts'
import { wireVersion } from '../../contract/envelope.ts'
import { malfunctions } from '../../contract/insight.ts'
import type { RunningPortal } from '../../server/testing/harness.ts'
import { connectPerson, postMessages } from '../../server/testing/person.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import type { World } from '../../server/testing/world.ts'
import { memoryOf } from './memory-of.ts'
import { inGroups, openRawSocket } from './raw-sockets.ts'

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
  const mark = randomBytes(3).toString('hex')
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
    const message = {
      id: `push-${mark}-${round}`,
      at: new Date().toISOString(),
      device: device?.hardwareId,
      kind: 'status',
      status,
    }
    const reply = await postMessages(portal.url, gateway.token, [message])
    if (!reply.ok) throw new Error(`a single message is refused: ${reply.status} ${await reply.text()}`)
    times.push((await arrived) - began)
  }
  person.close()
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), rounds }
}

/**
 * Kilobytes that the server takes, and the live part, per idle socket that watches the malfunctions. The first
 * half makes its heap grow to what opening alone needs; the second half is counted.
 */
export async function memoryPerSocket(
  portal: RunningPortal,
  knex: Knex,
  world: World,
  { warm, counted, inspectPort }: { warm: number; counted: number; inspectPort: number },
): Promise<{ resident: number; live: number; sockets: number }> {
  const cookies = await cookiesOfOperators(knex, world, warm + counted, 'memory')
  const ask = { event: 'watch', argument: { watch: 'w', name: malfunctions.name, input: {} } }
  const open = async (from: number, count: number) =>
    inGroups(count, async (index) => {
      const cookie = cookies[(from + index) % cookies.length] ?? ''
      const { socket, answer } = await openRawSocket(portal.url, { cookie, auth: { wireVersion }, ask, event: 'push' })
      if (!answer.startsWith('[{"ok":true')) throw new Error(answer)
      return socket
    })
  const first = await open(0, warm)
  const look = () => memoryOf(portal.child.pid ?? 0, inspectPort)
  const before = await look()
  const rest = await open(warm, counted)
  const after = await look()
  for (const socket of [...first, ...rest]) socket.close()
  const each = (from: number, to: number) => (to - from) / 1_024 / counted
  return {
    resident: each(before.resident, after.resident),
    live: each(before.live, after.live),
    sockets: warm + counted,
  }
}

/** Sessions for this many sockets, forty per operator: more calls per operator are refused. */
export async function cookiesOfOperators(knex: Knex, world: World, sockets: number, mark: string): Promise<string[]> {
  const cookies: string[] = []
  for (let index = 0; index < Math.ceil(sockets / 40); index += 1)
    cookies.push(await cookieFor(knex, await operator(knex, world, `${mark}${index}`)))
  return cookies
}

async function operator(knex: Knex, world: World, name: string): Promise<number> {
  const [row] = (await knex('users')
    .insert({
      username: `bench-${name}`,
      email: `bench-${name}@world.example`,
      state: 'ACTIVE',
      role_id: knex('roles').select('id').where({ name: 'Reservation Manager' }),
    })
    .returning('id')) as { id: number }[]
  await knex('user_zones').insert({ user_id: row?.id, zone_id: world.own.id })
  return row?.id ?? 0
}
