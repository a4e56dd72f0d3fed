// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'rows.up': { place: string | number }
  'rows.down': { place: string | number }
  'rows.remove': { place: string | number }
  'rows.moved': { place: string | number; count: string | number }
  'rows.removed': { place: string | number }
  decimals: { count: number }
  'duration.unit': { field: string | number }
  'translations.missing': { count: number }
  'translations.outdated': { count: number }
  'date.choose': { of: string | number }
  'date.twice': { of: string | number }
  'date.unreadable': { format: string | number }
  'date.tooEarly': { min: string | number }
  'date.tooLate': { max: string | number }
  'dependants.tenant': { count: number }
  'dependants.zone': { count: number }
  'dependants.site': { count: number }
  'dependants.location': { count: number }
  'dependants.gateway': { count: number }
  'dependants.device': { count: number }
  'dependants.parking-lot': { count: number }
  'dependants.barrier': { count: number }
  'dependants.event': { count: number }
  'dependants.tariff': { count: number }
  'dependants.code': { count: number }
  'dependants.document': { count: number }
  'dependants.product': { count: number }
  'dependants.user': { count: number }
  'dependants.reservation': { count: number }
  'dependants.maintenance-period': { count: number }
  'dependants.blocked-user': { count: number }
  'dependants.cost-center': { count: number }
  'plate.use': { plate: string | number }
  'plate.season': { season: string | number; plate: string | number }
}
