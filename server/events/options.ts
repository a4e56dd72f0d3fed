import { options } from '../../contract/events.ts'
import { Zone } from '../../db/models/people.ts'
import { Tariff } from '../../db/models/reservations.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { displayNames } from '../../telemetry/views/names.ts'
import { answer } from '../kernel/bus/handle.ts'
import { hasProduct } from './checks.ts'

/** Tariffs of the company, device types, and what the company has bought. */
export default answer(options, async ({ input, actor, trx, refuse }) => {
  const zone = await Zone.query(trx).findById(input.zoneId).modify('visibleTo', actor)
  if (!zone) return refuse('not-found')
  const tariffs = await Tariff.query(trx).where({ tenant_id: zone.tenantId }).orderByRaw('lower(name), id')
  const types = await DeviceType.query(trx).orderByRaw('lower(display_name), id')
  const has = (product: 'LPR' | 'GPS' | 'SMS' | 'PAYMENT') => hasProduct(trx, zone.tenantId, product)
  return {
    tariffs: tariffs.map(({ id, name }) => ({ id, name })),
    deviceTypes: types.map(({ id, displayName, translations, isReservable }) => ({
      id,
      name: displayName,
      names: displayNames(translations),
      reservable: isReservable,
    })),
    products: {
      lpr: await has('LPR'),
      gps: await has('GPS'),
      sms: await has('SMS'),
      payment: await has('PAYMENT'),
    },
  }
})
