import type { Knex } from 'knex'
import type * as z from 'zod'
import { type optionKinds, options } from '../../contract/devices/admin.ts'
import { Device, DeviceAccessMethod, DeviceType, Gateway, Location, Site } from '../../db/models/sites.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { answer } from '../kernel/bus/handle.ts'
import { searchIn } from '../lists/search.ts'
import { placeName } from '../sites/place-name.ts'
import { named, translated } from './names.ts'

type Option = z.input<typeof options.reply>[number]
interface Search {
  readonly trx: Knex
  readonly actor: UserActor
  readonly text: string
}

/** Maximum number of options that a search offers. */
const maxOptions = 50

const searches: Readonly<Record<(typeof optionKinds)[number], (search: Search) => Promise<Option[]>>> = {
  async gateway({ trx, actor, text }) {
    const found = Gateway.query(trx).orderByRaw('lower(name), id').limit(maxOptions)
    searchIn(found, ['name', 'hardware_id', 'label'], text)
    if (!actor.seesAll) found.whereIn('id', Device.query(trx).modify('visibleTo', actor).select('gateway_id'))
    return (await found).map((gateway) => ({ ...named(gateway), names: {} }))
  },
  async site({ trx, actor, text }) {
    const found = Site.query(trx).modify('visibleTo', actor).orderByRaw('lower(coalesce(full_name, name)), id')
    searchIn(found, ['name', 'full_name'], text)
    return (await found.limit(maxOptions)).map(({ id, name, fullName }) => ({ id, name: fullName ?? name, names: {} }))
  },
  async location({ trx, actor, text }) {
    const found = Location.query(trx).orderByRaw('lower(coalesce(name, address, city)), id').limit(maxOptions)
    searchIn(found, ['name', 'address', 'city'], text)
    if (!actor.seesAll) found.whereIn('id', Site.query(trx).modify('visibleTo', actor).select('location_id'))
    return (await found).map((location) => ({ id: location.id, name: placeName(location), names: {} }))
  },
  async deviceType({ trx, text }) {
    const found = DeviceType.query(trx).orderByRaw('lower(display_name), id').limit(maxOptions)
    searchIn(found, ['display_name', 'type'], text)
    return (await found).map(translated)
  },
  async accessMethod({ trx, text }) {
    const found = DeviceAccessMethod.query(trx).orderByRaw('lower(display_name), id').limit(maxOptions)
    searchIn(found, ['display_name', 'name'], text)
    return (await found).map(translated)
  },
}

/** What can be chosen for a device; operators are offered only what lies in their zones. */
export default answer(options, ({ input, actor, trx }) => searches[input.of]({ trx, actor, text: input.search }))
