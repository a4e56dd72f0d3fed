import type { Knex } from 'knex'
import { localDate } from '../../machines/booking/calendar.ts'
import { writeTariffs } from './write-tariffs.ts'
import type { Tenancy } from './write-tenancy.ts'

export interface EventIds {
  readonly freiburgBoxes: number
  readonly esslingenBoxes: number
  readonly esslingenLater: number
  readonly freiburgParking: number
  readonly freiburgPlates: number
  readonly ulmRide: number
  readonly dresdenStreet: number
}

const hour = 60
const day = 24 * hour
const unlimited = -1

/** Access times (together they use every field) with their tariffs, and the access codes of the private zone. */
export async function writeEvents(trx: Knex.Transaction, tenancy: Tenancy, now: Date): Promise<EventIds> {
  const dayFromNow = (days: number) => localDate(new Date(now.getTime() + days * 86_400_000), 'Europe/Berlin')
  const { radhafen, zones } = tenancy
  const tariffs = await writeTariffs(trx, tenancy)

  const event = async (zone_id: number, name: string, types: string[], more: object) => {
    const id = await insert(trx, 'events', { zone_id, name, starts_on: '2026-01-01', ...more })
    if (types.length > 0) {
      await trx.raw('insert into event_device_types select ?::int, id from device_types where type = any (?)', [
        id,
        types,
      ])
    }
    return id
  }
  const freiburgBoxes = await event(zones.freiburg, 'Fahrradboxen rund um die Uhr', ['BIKE_BOX'], {
    tariff_id: tariffs.radhafen.Fahrradboxen,
    min_duration_minutes: hour,
    max_duration_minutes: 30 * day,
    prebook_max_minutes: 60 * day,
    description: 'Eine Box von einer Stunde bis zu einem Monat',
    last_rebooking_minutes: 2 * hour,
    translations: JSON.stringify({
      de: { name: 'Fahrradboxen rund um die Uhr' },
      en: { name: 'Bike boxes day and night' },
      fr: { name: 'Box à vélos jour et nuit' },
      it: { name: 'Box per bici giorno e notte' },
    }),
  })
  await event(zones.freiburg, 'Fahrradboxen alter Tarif', ['BIKE_BOX'], {
    ends_on: '2026-03-31',
    deleted_at: now,
  })
  await event(zones.freiburg, 'Fahrradboxen halbes Jahr', ['BIKE_BOX'], {
    tariff_id: tariffs.radhafen['Fahrradboxen halbjährlich'],
    slot_minutes: day,
    min_duration_minutes: 90 * day,
    max_duration_minutes: 365 * day,
    refund_until_minutes: 14 * day,
  })
  const freiburgParking = await event(zones.freiburg, 'Tagesparken', ['PARKING_LOT'], {
    tariff_id: tariffs.radhafen.Parkhaus,
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
    entry_limit: 3,
    exit_limit: 3,
    grace_minutes: 15,
  })
  const freiburgPlates = await event(zones.freiburg, 'Parken mit Kennzeichen', ['PARKING_LOT'], {
    tariff_id: tariffs.radhafen.Parkhaus,
    max_duration_minutes: day,
    licence_plate_mandatory: true,
    lpr_enabled: true,
    gps_enabled: true,
    description: 'Die Schranke liest das Kennzeichen und öffnet von selbst',
  })
  const esslingenBoxes = await event(zones.esslingen, 'Sofortbuchung', ['BIKE_BOX'], {
    tariff_id: tariffs.radhafen.Fahrradboxen,
    max_duration_minutes: 7 * day,
    prebook_max_minutes: 2 * hour,
    refund_until_minutes: 0,
    gps_enabled: true,
  })
  const esslingenLater = await event(zones.esslingen, 'Zukunftsbuchung', ['BIKE_BOX'], {
    tariff_id: tariffs.radhafen.Fahrradboxen,
    prebook_min_minutes: hour,
    prebook_max_minutes: 90 * day,
    max_duration_minutes: 90 * day,
  })
  await event(zones.esslingen, 'Frühbucher', ['BIKE_BOX'], {
    tariff_id: tariffs.radhafen.Frühbucher,
    starts_on: dayFromNow(-7),
    ends_on: dayFromNow(45),
    prebook_min_minutes: day,
    max_duration_minutes: day,
    last_rebooking_minutes: unlimited,
  })
  await event(zones.ulm, 'Boxen und Sammelgaragen', ['BIKE_BOX'], {
    tariff_id: tariffs.radhafen.Fahrradboxen,
    max_duration_minutes: 90 * day,
  })
  await event(zones.ulm, 'Schließfächer', ['LOCKER'], {
    tariff_id: tariffs.radhafen.Schließfächer,
    max_duration_minutes: 30 * day,
  })
  const ulmRide = await event(zones.ulm, 'P+R', ['PARKING_SENSOR'], {
    max_duration_minutes: day,
    guest_ticket_allowed: false,
  })
  const charging = await event(zones.heilbronn, 'Laden für Mitarbeiter', ['CHARGING_POINT'], {
    mode: 'private',
    full_day: false,
    daily_from: '05:00',
    daily_until: '22:00',
    slot_minutes: 30,
    max_duration_minutes: 10 * hour,
    email_whitelist: 'anna.keller@demo.holdfast.example, *@werk.demo.holdfast.example',
    guest_ticket_allowed: false,
    enrol_university_staff: true,
  })
  await event(zones.heilbronn, 'Laden für Gäste', [], {
    mode: 'private',
    prebook_min_minutes: 30,
    max_duration_minutes: 4 * hour,
    sms_enabled: true,
    entry_limit: 1,
    exit_limit: unlimited,
    grace_minutes: unlimited,
    enrol_university_students: true,
  })
  const dresdenStreet = await event(zones.dresden, 'Parken in der Innenstadt', ['PARKING_LOT'], {
    tariff_id: tariffs.messepark.Innenstadt,
    licence_plate_mandatory: true,
    max_duration_minutes: day,
  })
  await event(zones.dresden, 'Nachtparken', ['PARKING_LOT'], {
    tariff_id: tariffs.messepark.Nacht,
    full_day: false,
    daily_from: '18:00',
    daily_until: '08:00',
    slot_minutes: 30,
    refund_until_minutes: 0,
    licence_plate_mandatory: true,
    lpr_enabled: true,
  })
  await event(zones.dresden, 'Messetage', ['PARKING_LOT', 'PARKING_SENSOR'], {
    tariff_id: tariffs.messepark.Innenstadt,
    starts_on: dayFromNow(14),
    ends_on: dayFromNow(18),
    single_day: true,
    max_duration_minutes: 12 * hour,
    refund_until_minutes: 2 * hour,
  })
  await event(zones.schweiz, 'P+Rail', ['PARKING_LOT', 'PARKING_SENSOR'], {
    tariff_id: tariffs.messepark['P+Rail'],
    max_duration_minutes: 7 * day,
  })
  const code = { tenant_id: radhafen, zone_id: zones.heilbronn }
  await trx('codes').insert([
    { ...code, name: 'LADEN-2026', event_id: charging },
    { ...code, name: 'LADEN-ALLE', event_id: null },
  ])
  return { freiburgBoxes, esslingenBoxes, esslingenLater, freiburgParking, freiburgPlates, ulmRide, dresdenStreet }
}

async function insert(trx: Knex.Transaction, table: string, row: object): Promise<number> {
  const [made]: { id: number }[] = await trx(table).insert(row).returning('id')
  if (!made) throw new Error(`nothing was inserted into ${table}`)
  return made.id
}
