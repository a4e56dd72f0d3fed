import { type QueryBuilder, raw, ref } from 'objection'
import { type LocationRow, list } from '../../contract/locations.ts'
import { Device, Location, Site } from '../../db/models/sites.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'

type Found = Location & { siteCount: number; deviceCount: number }

const sites = () => Site.query().where('sites.location_id', ref('locations.id')).count()
const devices = () => Device.query().modify('inUse').where('devices.location_id', ref('locations.id')).count()

const csv: readonly CsvColumn<LocationRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.kind, cell: ({ type }) => type },
  { head: heads.address, cell: ({ address }) => address },
  { head: heads.city, cell: ({ zip, city }) => [zip, city].filter(Boolean).join(' ') },
  { head: heads.country, cell: ({ country }) => country },
  { head: heads.sites, cell: (row) => row.sites },
  { head: heads.devices, cell: (row) => row.devices },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** All locations. The search looks in names, descriptions and addresses. */
export default answerList(list, {
  query: ({ trx, input: { filters } }) => {
    const found = Location.query(trx).select('locations.*', sites().as('site_count'), devices().as('device_count'))
    if (filters.type !== undefined) found.where('locations.type', filters.type)
    return found as unknown as QueryBuilder<Found>
  },
  id: 'locations.id',
  search: ['name', 'description', 'address', 'zip', 'city', 'country'].map((column) => `locations.${column}`),
  sorts: {
    name: raw('lower(locations.name)'),
    address: raw('lower(locations.address)'),
    city: raw('lower(locations.city)'),
    country: raw('lower(locations.country)'),
    sites: raw('?', sites()),
    devices: raw('?', devices()),
    modifiedAt: 'locations.modified_at',
  },
  row: (location) => ({
    id: location.id,
    version: location.version,
    type: location.type,
    name: location.name,
    address: location.address,
    zip: location.zip,
    city: location.city,
    country: location.country,
    latitude: location.latitude,
    longitude: location.longitude,
    sites: location.siteCount,
    devices: location.deviceCount,
    modifiedAt: location.modifiedAt.toISOString(),
  }),
  csv,
})
