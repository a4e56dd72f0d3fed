import type { Knex } from 'knex'
import { insert, plantUser } from '../../../../db/testing/fixtures.ts'
import type { Action } from '../../../../machines/device.ts'
import { expireDeviceCommands } from '../../../../telemetry/commands/expire.ts'
import { presenceOf, startPortal, type TestPortal } from '../../../../telemetry/commands/testing/portal.ts'
import { makeSite, type TestSite } from '../../../../telemetry/commands/testing/site.ts'
import { pick } from '../../../../telemetry/simulator/random.ts'
import { lockHeld } from '../../../doors/holder.ts'
import { beginRun } from '../../begin-run.ts'
import { requestCommands } from '../../request-commands.ts'
import { type ChaosGateway, chaosGateway } from './gateway.ts'
import { Right } from './rights.ts'

export interface ChaosDevice {
  readonly id: number
  readonly hardwareId: string
  readonly gatewayId: number
  /** Whether it is not closed for repair. */
  readonly inService: Right
  readonly holder: {
    readonly userId: number
    readonly reservationId: number
    readonly welcome: Right
    readonly reserved: Right
    /** Whether it has begun and not ended. */
    readonly inTime: Right
  }
}
/** One request for a device, with the times of request and reply. */
export interface Asked {
  readonly from: number
  readonly until: number
}
export interface ChaosWorld {
  readonly devices: readonly ChaosDevice[]
  readonly gateways: ReadonlyMap<number, ChaosGateway>
  /** Requests by command log id, including refused ones. */
  readonly asked: Map<string, Asked>
  /** Commands that stayed open 2 s beyond their deadline. */
  readonly overdue: Set<string>
  /** Does one random action. */
  step(): Promise<void>
  /** Waits until every command has ended and nothing is in flight. */
  settle(): Promise<void>
  stop(): Promise<void>
}

interface Size {
  readonly gateways: number
  readonly devicesEach: number
  readonly secondMs: number
}

/** Duration of a command in seconds, scaled. */
const commandSeconds = 15
/** Margin after the deadline by which a command must have ended, real ms; the long form, on a quiet machine, is strict. */
export const graceMs = Number(process.env['T20_GRACE_MS'] ?? 60_000)

/** Sites full of doors, each reserved by somebody, behind unreliable connections to a portal that restarts. */
export async function chaosWorld(knex: Knex, random: () => number, size: Size): Promise<ChaosWorld> {
  const { secondMs } = size
  // People interrupted by a restart in the middle of a command still query which gateways are linked.
  const presence = presenceOf(knex)
  const begin = () => startPortal(knex, { graceMs: 20, presence })
  let portal: TestPortal = await begin()
  let restarting: Promise<void> | null = null
  const sites: TestSite[] = []
  const devices: ChaosDevice[] = []
  for (let count = 0; count < size.gateways; count += 1) {
    const site = await makeSite(knex, { devices: size.devicesEach })
    sites.push(site)
    devices.push(...(await plant(knex, site)))
  }
  const gateways = new Map(
    sites.map((site) => [
      site.gatewayId,
      chaosGateway({
        url: () => portal.url,
        token: site.token,
        orderKey: site.orderKey,
        hardwareIds: site.deviceIds.map((_, index) => `A0-${index + 1}`),
        random,
        secondMs,
      }),
    ]),
  )
  const asked = new Map<string, Asked>()
  const overdue = new Set<string>()
  const timeoutSeconds = (commandSeconds * secondMs) / 1_000
  const any = <T>(list: readonly T[]): T => pick(list, random) as T
  const device = () => any(devices)
  /** Mostly the action that would move it, as from people standing in front of it. */
  const movement = ({ gatewayId, hardwareId }: ChaosDevice): 'open' | 'close' =>
    (gateways.get(gatewayId)?.isOpen(hardwareId) ?? false) === random() < 0.9 ? 'close' : 'open'
  const action = (of: ChaosDevice): Action => (random() < 0.1 ? 'refresh' : movement(of))

  const tick = setInterval(() => {
    void expireDeviceCommands(knex).catch(() => undefined)
    void portal.link.dispatchPending().catch(() => undefined)
    void note().catch(() => undefined)
  }, 100)
  async function note(): Promise<void> {
    const late = await knex('device_commands')
      .whereIn('state', ['queued', 'sent', 'taken'])
      .whereRaw(`deadline < clock_timestamp() - make_interval(secs => ?)`, [graceMs / 1_000])
      .pluck<string[]>('id')
    for (const id of late) overdue.add(id)
  }
  async function ask(give: () => Promise<{ deviceCommandId: string; to: number | null }[]>): Promise<void> {
    const from = Date.now()
    const kept = await give()
    for (const { deviceCommandId, to } of kept) {
      asked.set(deviceCommandId, { from, until: Date.now() })
      if (to !== null) void portal.link.dispatch(to)
    }
  }
  const operator = () =>
    ask(() =>
      knex.transaction(async (trx) => {
        const wanted = [...new Set(Array.from({ length: 1 + Math.floor(random() ** 3 * 6) }, device))]
        const { issued, refused } = await requestCommands(trx, portal, {
          devices: wanted,
          action: action(wanted[0] ?? device()),
          by: 'operator',
          timeoutSeconds,
        })
        return [
          ...issued.map(({ deviceCommandId, deviceId }) => ({
            deviceCommandId,
            to: wanted.find(({ id }) => id === deviceId)?.gatewayId ?? null,
          })),
          ...refused.map(({ deviceCommandId }) => ({ deviceCommandId, to: null })),
        ]
      }),
    )
  const visitor = () =>
    ask(() =>
      knex.transaction(async (trx) => {
        const booked = device()
        const held = await lockHeld(trx, booked.holder.reservationId)
        if (!held) throw new Error('no reservation')
        const request = { held, by: 'reservation', deviceIds: null, action: movement(booked) } as const
        const begun = await beginRun(trx, portal, request)
        const [deviceCommand] = await trx('device_commands')
          .where(begun.ok ? { run_id: begun.runId } : { support_code: begun.supportCode ?? '' })
          .select<{ id: string }[]>('id')
        if (!deviceCommand) return []
        // Runs have no deadline of their own: it is scaled like everything else.
        const deadline = trx.raw('issued_at + make_interval(secs => ?)', [timeoutSeconds])
        await trx('device_commands').where({ id: deviceCommand.id }).update({ deadline })
        return [{ deviceCommandId: deviceCommand.id, to: begun.ok ? booked.gatewayId : null }]
      }),
    )
  const steps: readonly (readonly [number, () => Promise<unknown> | void])[] = [
    [50, operator],
    [30, visitor],
    [5, () => repair(knex, device())],
    [4, () => ban(knex, device())],
    [2, () => cancel(knex, device())],
    [5, () => any([...gateways.values()]).flap()],
    [4, () => any([...gateways.values()]).restart(random() < 0.5)],
    [0.4, () => (restarting ??= restart().finally(() => (restarting = null)))],
  ]
  async function restart(): Promise<void> {
    const old = portal
    await old.stop()
    portal = await begin()
  }
  // Devices that have never reported accept no commands, so the storm begins after their first reports.
  const unheard = async () =>
    knex('device_states')
      .whereIn(
        'device_id',
        devices.map(({ id }) => id),
      )
      .whereNull('status_at')
  while ((await unheard()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const total = steps.reduce((sum, [weight]) => sum + weight, 0)

  return {
    devices,
    gateways,
    asked,
    overdue,
    async step() {
      let luck = random() * total
      for (const [weight, run] of steps) {
        luck -= weight
        if (luck < 0) return void (await run())
      }
    },
    async settle() {
      await restarting
      for (;;) {
        const [open] = await knex('device_commands')
          .whereIn('state', ['queued', 'sent', 'taken'])
          .count<{ count: string }[]>()
        if (Number(open?.count) === 0 && [...gateways.values()].every((gateway) => gateway.quiet())) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async stop() {
      clearInterval(tick)
      for (const gateway of gateways.values()) gateway.close()
      await restarting
      await portal.stop()
      await presence.destroy()
    },
  }
}

let people = 0
async function plant(knex: Knex, site: TestSite): Promise<ChaosDevice[]> {
  await knex('devices')
    .whereIn('id', site.deviceIds)
    .update({ device_type_id: knex('device_types').select('id').where({ type: 'BIKE_BOX' }) })
  const planted: ChaosDevice[] = []
  for (const [index, id] of site.deviceIds.entries()) {
    const userId = await plantUser(knex, `chaos-${(people += 1)}`)
    const now = Date.now()
    // Some end during the storm, some have not begun.
    const [start, end] = index % 6 === 0 ? [-60, 4] : index % 6 === 1 ? [2, 3_600] : [-60, 3_600]
    const reservationId = await insert(knex, 'reservations', {
      site_id: site.siteId,
      device_id: id,
      user_id: userId,
      starts_at: new Date(now + start * 1_000),
      ends_at: new Date(now + end * 1_000),
      state: 'RESERVED',
      reserved_at: new Date(),
      rules: { entryLimit: -1, exitLimit: -1, prebookMinMinutes: 0 },
    })
    const inTime = new Right(start <= 0)
    if (start > 0) inTime.set(true, now + start * 1_000)
    else if (end < 60) inTime.set(false, now + end * 1_000)
    planted.push({
      id,
      hardwareId: `A0-${index + 1}`,
      gatewayId: site.gatewayId,
      inService: new Right(true),
      holder: { userId, reservationId, welcome: new Right(true), reserved: new Right(true), inTime },
    })
  }
  return planted
}

/** Closes a device for repair, or reopens it. */
async function repair(knex: Knex, { id, inService }: ChaosDevice): Promise<void> {
  if (inService.live) {
    const period = { scope: 'device', device_id: id, reason: 'Chaos', starts_at: new Date(Date.now() - 1_000) }
    return inService.change(false, () => knex('maintenance_periods').insert(period))
  }
  await inService.change(true, () =>
    knex('maintenance_periods')
      .where({ device_id: id })
      .whereNull('revoked_at')
      .update({ revoked_at: knex.fn.now(), revoke_reason: 'done' }),
  )
}

/** Blocks the person who reserved a device, or unblocks them. */
async function ban(knex: Knex, { id, holder: { userId, welcome } }: ChaosDevice): Promise<void> {
  if (welcome.live)
    return welcome.change(false, () =>
      knex.raw(
        `INSERT INTO blocked_users (user_id, zone_id, block_reason)
         SELECT ?, z.zone_id, 'Chaos' FROM devices d JOIN site_zones z ON z.site_id = d.site_id WHERE d.id = ?`,
        [userId, id],
      ),
    )
  await welcome.change(true, () =>
    knex('blocked_users').where({ user_id: userId }).update({ state: 'unblocked', unblocked_at: knex.fn.now() }),
  )
}

/** Permanently. */
async function cancel(knex: Knex, { holder: { reservationId, reserved } }: ChaosDevice): Promise<void> {
  await reserved.change(false, () =>
    knex('reservations').where({ id: reservationId }).update({ state: 'STORNO', ended_at: knex.fn.now() }),
  )
}
