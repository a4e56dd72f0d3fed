import type { Knex } from 'knex'
import type { InstalledGateway, InstalledSite } from './installation.ts'
import type { Tenancy } from './write-tenancy.ts'

/** Ids of the inserted rows, by the publisher's site id and by hardware id. */
export interface SiteIds {
  readonly sites: ReadonlyMap<string, number>
  readonly devices: ReadonlyMap<string, number>
}

/** Locations with their plans, sites, gateways and devices. */
export async function writeSites(
  trx: Knex.Transaction,
  tenancy: Tenancy,
  sites: readonly InstalledSite[],
): Promise<SiteIds> {
  await trx('device_types').insert({
    type: 'PARKING_SENSOR',
    display_name: 'Parking sensor',
    plural_name: 'Parking sensors',
    description: 'Space with a sensor in the ground and nothing that moves',
    icon: 'parking',
    is_reservable: true,
    report_interval_s: 120,
    low_voltage: 3.3,
    controls: ['refresh', 'recalibrate', 'reboot'],
    translations: JSON.stringify({
      de: { displayName: 'Stellplatzsensor', pluralName: 'Stellplatzsensoren' },
      fr: { displayName: 'Capteur de place', pluralName: 'Capteurs de place' },
      it: { displayName: 'Sensore di posto', pluralName: 'Sensori di posto' },
    }),
  })
  const types = await byName(trx, 'device_types', 'type')
  const methods = await byName(trx, 'device_access_methods', 'name')
  const siteIds = new Map<string, number>()
  const deviceIds = new Map<string, number>()
  for (const site of sites) {
    const { locationId, siteId } = await writeSite(trx, site)
    siteIds.set(site.plan.sourceId, siteId)
    await trx('site_zones').insert({ site_id: siteId, zone_id: tenancy.zones[site.plan.zone] })
    for (const gateway of site.gateways) {
      const gatewayId = await insert(trx, 'gateways', {
        name: gateway.name,
        label: gateway.hardwareId,
        hardware_id: gateway.hardwareId,
        site_id: siteId,
        premise_location: site.plan.barriers ? 'Technikraum neben der Einfahrt' : 'Schaltschrank links an der Anlage',
        allow_offline_caching: site.plan.type === 'BIKE_BOX' || site.plan.type === 'LOCKER',
        comment: 'Simuliert',
      })
      await writeDevices(trx, gateway, { gatewayId, siteId, locationId, types, methods, deviceIds })
    }
  }
  await writeBarriers(trx, sites, siteIds, deviceIds)
  return { sites: siteIds, devices: deviceIds }
}

async function writeSite(trx: Knex.Transaction, site: InstalledSite): Promise<{ locationId: number; siteId: number }> {
  const { source, plan, layout, corners } = site
  const [, street = source.address, zip, place] = /^(.*?),? *(\d{4,5}) (.+)$/.exec(source.address ?? '') ?? []
  const locationId = await insert(trx, 'locations', {
    type: plan.type,
    name: source.name,
    description:
      [source.description, source.operator && `Betreiber: ${source.operator}`].filter(Boolean).join('. ') || null,
    address: street,
    zip: zip ?? null,
    city: place ?? source.city,
    country: source.country,
    length_mm: layout.length,
    width_mm: layout.width,
    latitude: source.lat,
    longitude: source.lon,
    upper_left_latitude: corners.upperLeft.lat,
    upper_left_longitude: corners.upperLeft.lon,
    upper_right_latitude: corners.upperRight.lat,
    upper_right_longitude: corners.upperRight.lon,
    lower_left_latitude: corners.lowerLeft.lat,
    lower_left_longitude: corners.lowerLeft.lon,
    lower_right_latitude: corners.lowerRight.lat,
    lower_right_longitude: corners.lowerRight.lon,
  })
  const height = source.maxHeightCm ? `Höhe bis ${source.maxHeightCm} cm` : null
  const siteId = await insert(trx, 'sites', {
    name: site.name,
    full_name: source.name,
    description: [source.description, source.fees, height].filter(Boolean).join('. ') || null,
    directions: plan.directions ?? null,
    location_id: locationId,
    time_zone: site.timeZone,
    type: plan.type,
    visualization_enabled: true,
    licence_plate_mandatory: false,
    scs_pl_id: plan.barriers ? `demo-${plan.code.toLowerCase()}` : null,
    capacity: source.capacity,
    source: `${source.source} (${source.license})`,
  })
  return { locationId, siteId }
}

interface DeviceContext {
  gatewayId: number
  siteId: number
  locationId: number
  types: ReadonlyMap<string, number>
  methods: ReadonlyMap<string, number>
  deviceIds: Map<string, number>
}

async function writeDevices(trx: Knex.Transaction, gateway: InstalledGateway, context: DeviceContext): Promise<void> {
  const { gatewayId, siteId, locationId, types, methods, deviceIds } = context
  const rows: { id: number; hardware_id: string }[] = await trx('devices')
    .insert(
      gateway.devices.map((device) => ({
        name: device.name,
        hardware_id: device.hardwareId,
        gateway_id: gatewayId,
        site_id: siteId,
        location_id: locationId,
        device_type_id: types.get(device.type) ?? null,
        type: device.type,
        auto_close: device.autoClose,
        auto_close_gatetime_s: device.gateTimeS,
        auto_close_unused_gatetime_s: device.unusedGateTimeS,
        path_number: device.path.number,
        path_name: device.path.name,
        path_icon: device.path.icon ?? null,
        is_mandatory: device.booked === 'always',
        is_optional: device.booked === 'if-requested',
        sequence_number: device.sequence,
        post_action_delay_ms: device.delayMs,
        upper_left_x_mm: Math.round(device.rect.x),
        upper_left_y_mm: Math.round(device.rect.y),
        width_mm: device.rect.width,
        height_mm: device.rect.height,
      })),
    )
    .returning(['id', 'hardware_id'])
  for (const row of rows) deviceIds.set(row.hardware_id, row.id)
  const links = gateway.devices.flatMap((device) =>
    accessMethods(device.type).map((method) => ({
      device_id: deviceIds.get(device.hardwareId) ?? 0,
      access_method_id: methods.get(method) ?? 0,
    })),
  )
  if (links.length > 0) await trx('device_method_links').insert(links)
}

function accessMethods(type: string): string[] {
  if (type === 'BARRIER') return ['open', 'qr', 'licence-plate']
  if (type === 'DOOR') return ['open', 'pin', 'qr']
  if (type === 'BIKE_BOX' || type === 'LOCKER') return ['open-close', 'pin', 'rfid']
  return type === 'SENSOR' || type === 'PARKING_SENSOR' ? [] : ['open-close']
}

async function writeBarriers(
  trx: Knex.Transaction,
  sites: readonly InstalledSite[],
  siteIds: ReadonlyMap<string, number>,
  deviceIds: ReadonlyMap<string, number>,
): Promise<void> {
  const barriers = sites
    .filter(({ plan }) => plan.barriers)
    .flatMap(({ plan, name }, i) =>
      (['entrance', 'exit'] as const).map((type, j) => ({
        description: `${name}, ${type === 'entrance' ? 'Einfahrt' : 'Ausfahrt'}`,
        path_number: 100 + i * 10 + j,
        type,
        site_id: siteIds.get(plan.sourceId) ?? 0,
        device_id: deviceIds.get(`${plan.code}-${type === 'entrance' ? 'IN' : 'OUT'}`) ?? null,
      })),
    )
  await trx('barriers').insert(barriers)
}

async function byName(trx: Knex.Transaction, table: string, name: string): Promise<Map<string, number>> {
  const rows: Record<string, unknown>[] = await trx(table).select('id', name)
  return new Map(rows.map((row) => [String(row[name]), Number(row.id)]))
}

async function insert(trx: Knex.Transaction, table: string, row: object): Promise<number> {
  const [made]: { id: number }[] = await trx(table).insert(row).returning('id')
  if (!made) throw new Error(`nothing was inserted into ${table}`)
  return made.id
}
