import type { Knex } from 'knex'
import type { Model, QueryBuilder } from 'objection'
import type * as z from 'zod'
import type { act, ConsequencesView } from '../../contract/consequences.ts'
import { mayAccess } from '../../contract/features.ts'
import { edit as editGateway } from '../../contract/gateways.ts'
import { edit as editTenant } from '../../contract/tenants.ts'
import { Tenant, Zone } from '../../db/models/people.ts'
import { Event, Tariff } from '../../db/models/reservations.ts'
import { Gateway } from '../../db/models/sites.ts'
import { readDependants } from '../admin/dependants.ts'
import type { Effects } from '../effects/effects.ts'
import { considerRemoval } from '../effects/removal.ts'
import { considerEdit as considerEventEdit } from '../events/edit-effects.ts'
import { considerEdit as considerGatewayEdit } from '../gateways/edit-effects.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { considerEdit as considerTariffEdit } from '../tariffs/edit-effects.ts'
import { refuseUsedElsewhere } from '../tariffs/used-elsewhere.ts'
import { considerEdit as considerTenantEdit } from '../tenants/edit-effects.ts'
import { considerPrivate } from '../zones/private-effects.ts'
import { removals } from './removals.ts'

type Act = z.output<typeof act>
type ActOf<K extends Act['act']> = Extract<Act, { act: K }>
interface Moment {
  readonly actor: UserActor
  readonly now: Date
}
interface Considered extends Pick<ConsequencesView, 'undo' | 'safetyWord'> {
  readonly effects: Effects
  readonly dependants: ConsequencesView['dependants']
}

type Refusing = Refuse<'not-found' | 'not-authorized' | 'used-elsewhere'>

/** Returns what an act would do, to people who may do it. */
export async function considerAct(
  trx: Knex.Transaction,
  refuse: Refusing,
  what: Act,
  moment: Moment,
): Promise<Considered> {
  const { actor, now } = moment
  switch (what.act) {
    case 'remove':
      return remove(trx, refuse, what, moment)
    case 'event-edit': {
      const { eventId } = what
      await find(refuse, Event.query(trx).findById(eventId).modify('visibleTo', actor).modify('kept'))
      return edited(await considerEventEdit(trx, eventId, now))
    }
    case 'tariff-edit': {
      const { tariffId } = what
      await find(refuse, Tariff.query(trx).findById(tariffId).modify('visibleTo', actor))
      await refuseUsedElsewhere(trx, actor, tariffId, refuse)
      return edited(await considerTariffEdit(trx, tariffId, now))
    }
    case 'zone-private': {
      const zone = await find(refuse, Zone.query(trx).findById(what.zoneId).modify('visibleTo', actor))
      return edited(await considerPrivate(trx, zone.id, now), zone.name)
    }
    case 'tenant-edit': {
      if (!mayAccess(editTenant.access, actor.features)) return refuse('not-authorized')
      const tenant = await find(refuse, Tenant.query(trx).findById(what.tenantId))
      const { productsOff: off, licenseEnd } = what
      return edited(await considerTenantEdit(trx, { tenantId: tenant.id, off, licenseEnd }, now))
    }
    case 'gateway-edit': {
      if (!mayAccess(editGateway.access, actor.features)) return refuse('not-authorized')
      await find(refuse, Gateway.query(trx).findById(what.gatewayId))
      return edited(await considerGatewayEdit(trx, what.gatewayId, now))
    }
  }
}

async function find<M extends Model>(refuse: Refuse<'not-found'>, row: QueryBuilder<M, M | undefined>): Promise<M> {
  return (await row) ?? refuse('not-found')
}

/** An edit keeps the row, so that it can be edited back; a name is asked for where people lose access. */
function edited(effects: Effects, name: string | null = null): Considered {
  return { effects, dependants: [], undo: 'undo', safetyWord: effects.losers.length > 0 ? name : null }
}

async function remove(
  trx: Knex,
  refuse: Refuse<'not-found' | 'not-authorized'>,
  { entity, ids }: ActOf<'remove'>,
  { actor, now }: Moment,
): Promise<Considered> {
  const removal = removals[entity]
  if (!mayAccess(removal.access, actor.features)) return refuse('not-authorized')
  const names = await removal.names(trx, ids, actor)
  if (names.length < ids.length) return refuse('not-found')
  const effects = await considerRemoval(trx, removal, ids, now)
  const { reservations, losers, losses } = effects
  const lost = reservations.length + losers.length + losses.length > 0
  // Several rows are confirmed by their number.
  const [name = ''] = names
  const word = ids.length === 1 ? name : String(ids.length)
  return {
    effects,
    dependants: mutable(await readDependants(removal.dependants(trx, ids, { actor, now }))),
    // A provider's secret is kept nowhere else.
    undo: entity === 'identity-provider' ? 'none' : 'bin',
    safetyWord: removal.destructive || lost ? word : null,
  }
}

const mutable = (found: Awaited<ReturnType<typeof readDependants>>): ConsequencesView['dependants'] =>
  found.map(({ kind, count, first }) => ({ kind, count, first: [...first] }))
