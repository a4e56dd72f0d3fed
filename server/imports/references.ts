import type { Knex } from 'knex'
import { Tenant, Zone } from '../../db/models/people.ts'
import { Event, Tariff } from '../../db/models/reservations.ts'
import { Device, DeviceAccessMethod, DeviceType, Gateway, Location, Site } from '../../db/models/sites.ts'
import type { UserActor } from '../kernel/bus/actor.ts'

/** Rows with the names by which files may refer to them; the first name is the one that exports write. */
interface Named {
  readonly id: number
  readonly names: readonly (string | null | undefined)[]
}
interface Search {
  readonly trx: Knex
  readonly actor: UserActor
}

const loaders = {
  tenant: async ({ trx, actor }: Search): Promise<Named[]> =>
    (await Tenant.query(trx).modify('visibleTo', actor)).map(({ id, name }) => ({ id, names: [name] })),
  zone: async ({ trx, actor }: Search): Promise<Named[]> =>
    (await Zone.query(trx).modify('visibleTo', actor)).map(({ id, name }) => ({ id, names: [name] })),
  site: async ({ trx, actor }: Search): Promise<Named[]> =>
    (await Site.query(trx).modify('visibleTo', actor)).map(({ id, name, fullName }) => ({
      id,
      names: [name, fullName],
    })),
  location: async ({ trx, actor }: Search): Promise<Named[]> => {
    const found = Location.query(trx)
    if (!actor.seesAll) found.whereIn('id', Site.query(trx).modify('visibleTo', actor).select('location_id'))
    return (await found).map(({ id, name, address }) => ({ id, names: [name, address] }))
  },
  gateway: async ({ trx, actor }: Search): Promise<Named[]> => {
    const found = Gateway.query(trx)
    if (!actor.seesAll) found.whereIn('id', Device.query(trx).modify('visibleTo', actor).select('gateway_id'))
    return (await found).map(({ id, name, hardwareId }) => ({ id, names: [name, hardwareId] }))
  },
  device: async ({ trx, actor }: Search): Promise<Named[]> => {
    const found = await Device.query(trx).modify('inUse').modify('visibleTo', actor)
    return found.map(({ id, name, hardwareId }) => ({ id, names: [name, hardwareId] }))
  },
  deviceType: async ({ trx }: Search): Promise<Named[]> =>
    (await DeviceType.query(trx)).map(({ id, displayName, type }) => ({ id, names: [displayName, type] })),
  accessMethod: async ({ trx }: Search): Promise<Named[]> =>
    (await DeviceAccessMethod.query(trx)).map(({ id, displayName, name }) => ({ id, names: [displayName, name] })),
  tariff: async ({ trx, actor }: Search): Promise<Named[]> =>
    (await Tariff.query(trx).modify('visibleTo', actor)).map(({ id, name }) => ({ id, names: [name] })),
  event: async ({ trx, actor }: Search): Promise<Named[]> =>
    (await Event.query(trx).modify('kept').modify('visibleTo', actor)).map(({ id, name }) => ({ id, names: [name] })),
}
export type ReferenceKind = keyof typeof loaders

export type Found = { readonly id: number } | { readonly unknown: true } | { readonly ambiguous: number }

/** Looks up what files refer to by name or id. Each kind is read once. */
export interface References {
  find(of: ReferenceKind, text: string): Promise<Found>
  /** Returns the name that finds the row again; its id if the name is unknown or not unique. */
  name(of: ReferenceKind, id: number): Promise<string>
}

interface Index {
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>
  readonly names: ReadonlyMap<number, string>
}

export function createReferences(search: Search): References {
  const indexes = new Map<ReferenceKind, Promise<Index>>()
  const indexOf = (of: ReferenceKind): Promise<Index> => {
    const known = indexes.get(of) ?? loaders[of](search).then(indexed)
    indexes.set(of, known)
    return known
  }
  const find = async (of: ReferenceKind, text: string): Promise<Found> => {
    const found = (await indexOf(of)).ids.get(simple(text))
    if (found && found.size > 1) return { ambiguous: found.size }
    const [id] = found ?? []
    if (id !== undefined) return { id }
    // What does not exist, the entity's command refuses.
    return /^[1-9]\d{0,8}$/.test(text) ? { id: Number(text) } : { unknown: true }
  }
  return {
    find,
    async name(of, id) {
      const name = (await indexOf(of)).names.get(id)
      if (name === undefined) return String(id)
      const found = await find(of, name)
      return 'id' in found && found.id === id ? name : String(id)
    },
  }
}

/** Names are compared without regard to case and spaces around them, in their composed form. */
const simple = (name: string): string => name.normalize('NFC').trim().toLowerCase()

function indexed(rows: readonly Named[]): Index {
  const ids = new Map<string, Set<number>>()
  const names = new Map<number, string>()
  for (const row of rows) {
    for (const name of row.names) {
      if (!name) continue
      if (!names.has(row.id)) names.set(row.id, name)
      const key = simple(name)
      const known = ids.get(key) ?? new Set()
      ids.set(key, known.add(row.id))
    }
  }
  return { ids, names }
}
