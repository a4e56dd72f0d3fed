import type { Knex } from 'knex'
import type { BookedDevice, BookedView, BookingView, TransactionView } from '../../contract/reservations/view.ts'
import { type Document, type Resource, resource, toDocument, toMany, toOne } from '../http/jsonapi.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { includedPeople, readPeople } from './reservation-people.ts'
import { includedSites, readIncludedSites } from './reservation-sites.ts'

/** The includes that are always allowed for reservations. */
export const reservationIncludes = [
  'devices',
  'sites',
  'sites.locations',
  'sites.zones',
  'users',
  'users.blockedusers',
  'maintenanceperiods',
  'events',
] as const
type Asked = ReadonlySet<(typeof reservationIncludes)[number]>

/** A reservation as its owner or its operators see it; the person of an owner's own is the caller. */
export interface Shown {
  readonly view: BookedView & Partial<Pick<BookingView, 'user'>>
  /** Ledger entries, where the response includes them. */
  readonly transactions?: readonly TransactionView[]
}
interface Reader {
  readonly trx: Knex
  readonly actor: UserActor
}

/** Returns reservations as a JSON:API document with the requested includes; only zones and blocks that the caller may see. */
export async function reservationDocument(
  { trx, actor }: Reader,
  shown: Shown | readonly Shown[],
  asked: Asked,
  meta?: Record<string, unknown>,
): Promise<Document> {
  const all = 'view' in shown ? [shown] : shown
  const views = all.map(({ view }) => view)
  const included: Resource[] = []
  if (asked.has('devices')) included.push(...views.flatMap(devicesOf).map(deviceResource))
  if (asked.has('sites') || asked.has('sites.locations') || asked.has('sites.zones')) {
    const siteIds = views.map(({ site }) => site.id)
    const sites = await readIncludedSites(trx, actor, siteIds)
    included.push(...includedSites(sites, { locations: asked.has('sites.locations'), zones: asked.has('sites.zones') }))
  }
  if (asked.has('users') || asked.has('users.blockedusers')) {
    const personIds = views.flatMap((view) => personId(view, actor) ?? [])
    const people = await readPeople(trx, actor, personIds)
    included.push(...includedPeople(people, asked.has('users.blockedusers')))
  }
  if (asked.has('maintenanceperiods'))
    for (const { maintenance } of views)
      included.push(...maintenance.map((each) => resource('maintenance-periods', each)))
  if (asked.has('events')) included.push(...views.flatMap(({ event }) => (event ? [resource('events', event)] : [])))
  const lines = all.flatMap(({ transactions = [] }) => transactions)
  included.push(...lines.map((line) => resource('transactions', { ...line })))
  const data = all.map((each) => reservationResource(each, actor))
  return toDocument('view' in shown ? (data[0] ?? null) : data, {
    included: asked.size > 0 || lines.length > 0 ? included : undefined,
    meta,
  })
}

function reservationResource({ view, transactions }: Shown, actor: UserActor): Resource {
  const { site, zone, device, children, event, maintenance, managedBy, user: _, ...attributes } = view
  return resource(
    'reservations',
    {
      ...attributes,
      deviceId: device.id,
      children: children.map(({ id, reservationId, mandatory }) => ({ deviceId: id, reservationId, mandatory })),
    },
    {
      devices: toMany('devices', devicesOf(view)),
      sites: toOne('sites', site.id),
      zones: toOne('zones', zone?.id ?? null),
      events: toOne('events', event?.id ?? null),
      users: toOne('users', personId(view, actor)),
      managedBy: toOne('users', managedBy?.id ?? null),
      maintenancePeriods: toMany('maintenance-periods', maintenance),
      ...(transactions ? { transactions: toMany('transactions', transactions) } : {}),
    },
  )
}

/** In an operators' view the person is part of the row (null = no account); an owner's view is the caller's. */
function personId(view: Shown['view'], actor: UserActor): number | null {
  return view.user === undefined ? actor.userId : (view.user?.id ?? null)
}

const devicesOf = ({ device, children }: BookedView): BookedDevice[] => [device, ...children]

/** A device as bookers see it. */
export function deviceResource(device: BookedDevice): Resource {
  const { id, type: deviceType, name, pathNumber, pathName, pathIcon, sequenceNumber, access } = device
  return resource('devices', { id, name, deviceType, pathNumber, pathName, pathIcon, sequenceNumber, access })
}
