import type { Knex } from 'knex'
import type { Tenancy } from './write-tenancy.ts'

export interface EventIds {
  readonly freiburgBoxes: number
  readonly esslingenBoxes: number
  readonly esslingenLater: number
  readonly freiburgParking: number
}

const hour = 60
const day = 24 * hour

/** Tariffs as the publishers of the sites give them: [up to so many minutes, euro cents]. */
const tariffs = {
  boxes: [
    [day, 150],
    [7 * day, 600],
    [30 * day, 1_200],
    [365 * day, 12_000],
  ],
  lockers: [
    [day, 100],
    [7 * day, 200],
    [30 * day, 500],
    [365 * day, 3_000],
  ],
  longBoxes: [
    [183 * day, 5_000],
    [365 * day, 8_000],
  ],
  parking: [
    [hour, 200],
    [2 * hour, 400],
    [4 * hour, 700],
    [day, 1_800],
  ],
  rail: [
    [hour, 100],
    [2 * hour, 200],
    [day, 400],
    [30 * day, 4_000],
  ],
} as const

/** Tariffs, access times and the access code of the private zone. */
export async function writeEvents(trx: Knex.Transaction, tenancy: Tenancy): Promise<EventIds> {
  const tariff = async (tenant: number, name: string, stages: readonly (readonly [number, number])[]) => {
    const id = await insert(trx, 'tariffs', { tenant_id: tenant, name })
    await trx('tariff_stages').insert(
      stages.map(([until_minutes, price_cents]) => ({ tariff_id: id, until_minutes, price_cents })),
    )
    return id
  }
  const { radhafen, messepark, zones } = tenancy
  const boxes = await tariff(radhafen, 'Fahrradboxen', tariffs.boxes)
  const lockers = await tariff(radhafen, 'Schließfächer', tariffs.lockers)
  const longBoxes = await tariff(radhafen, 'Fahrradboxen halbjährlich', tariffs.longBoxes)
  const parking = await tariff(radhafen, 'Parkhaus', tariffs.parking)
  const street = await tariff(messepark, 'Innenstadt', tariffs.parking)
  const rail = await tariff(messepark, 'P+Rail', tariffs.rail)

  const event = async (zone_id: number, name: string, types: string[], more: object) => {
    const id = await insert(trx, 'events', { zone_id, name, starts_on: '2026-01-01', ...more })
    await trx.raw('insert into event_device_types select ?::int, id from device_types where type = any (?)', [
      id,
      types,
    ])
    return id
  }
  const freiburgBoxes = await event(zones.freiburg, 'Fahrradboxen rund um die Uhr', ['BIKE_BOX'], {
    tariff_id: boxes,
    min_duration_minutes: hour,
    max_duration_minutes: 30 * day,
    prebook_max_minutes: 60 * day,
    translations: JSON.stringify({ en: { name: 'Bike boxes day and night' } }),
  })
  await event(zones.freiburg, 'Fahrradboxen halbes Jahr', ['BIKE_BOX'], {
    tariff_id: longBoxes,
    slot_minutes: day,
    min_duration_minutes: 90 * day,
    max_duration_minutes: 365 * day,
    refund_until_minutes: 14 * day,
  })
  const freiburgParking = await event(zones.freiburg, 'Tagesparken', ['PARKING_LOT'], {
    tariff_id: parking,
    full_day: false,
    daily_from: '06:00',
    daily_until: '23:00',
    single_day: true,
    min_duration_minutes: 30,
    max_duration_minutes: 12 * hour,
    licence_plate_mandatory: true,
    lpr_enabled: true,
    sms_enabled: true,
    refund_until_minutes: 2 * hour,
  })
  const esslingenBoxes = await event(zones.esslingen, 'Sofortbuchung', ['BIKE_BOX'], {
    tariff_id: boxes,
    max_duration_minutes: 7 * day,
    prebook_max_minutes: 2 * hour,
    refund_until_minutes: 0,
    gps_enabled: true,
  })
  const esslingenLater = await event(zones.esslingen, 'Zukunftsbuchung', ['BIKE_BOX'], {
    tariff_id: boxes,
    prebook_min_minutes: hour,
    prebook_max_minutes: 90 * day,
    max_duration_minutes: 90 * day,
  })
  await event(zones.ulm, 'Boxen und Sammelgaragen', ['BIKE_BOX'], { tariff_id: boxes, max_duration_minutes: 90 * day })
  await event(zones.ulm, 'Schließfächer', ['LOCKER'], { tariff_id: lockers, max_duration_minutes: 30 * day })
  await event(zones.ulm, 'P+R', ['PARKING_SENSOR'], { max_duration_minutes: day, guest_ticket_allowed: false })
  const charging = await event(zones.heilbronn, 'Laden für Mitarbeiter', ['CHARGING_POINT'], {
    mode: 'private',
    full_day: false,
    daily_from: '05:00',
    daily_until: '22:00',
    slot_minutes: 30,
    max_duration_minutes: 10 * hour,
    email_whitelist: '*@demo.holdfast.example',
    guest_ticket_allowed: false,
    enrol_university_staff: true,
  })
  await event(zones.dresden, 'Parken in der Innenstadt', ['PARKING_LOT'], {
    tariff_id: street,
    licence_plate_mandatory: true,
    max_duration_minutes: day,
  })
  await event(zones.schweiz, 'P+Rail', ['PARKING_LOT', 'PARKING_SENSOR'], {
    tariff_id: rail,
    max_duration_minutes: 7 * day,
  })
  await trx('codes').insert({ name: 'LADEN-2026', tenant_id: radhafen, zone_id: zones.heilbronn, event_id: charging })
  return { freiburgBoxes, esslingenBoxes, esslingenLater, freiburgParking }
}

async function insert(trx: Knex.Transaction, table: string, row: object): Promise<number> {
  const [made]: { id: number }[] = await trx(table).insert(row).returning('id')
  if (!made) throw new Error(`nothing was inserted into ${table}`)
  return made.id
}
