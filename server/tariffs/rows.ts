import type { Knex } from 'knex'
import { type QueryBuilder, raw } from 'objection'
import type * as z from 'zod'
import type { edit, TariffRow } from '../../contract/tariffs.ts'
import type { Tenant } from '../../db/models/people.ts'
import { type Event, Tariff, type TariffStage } from '../../db/models/reservations.ts'
import type { Viewer } from '../../db/models/scope.ts'

export type TariffWithUse = Tariff & {
  tenant: Tenant
  stages: TariffStage[]
  accessTimeCount: number
  editable: boolean
}

/** Returns the access times that use a tariff, for subqueries of tariffs. */
export const accessTimes = (): QueryBuilder<Event> =>
  Tariff.relatedQuery<Event>('accessTimes').whereNull('deleted_at') as unknown as QueryBuilder<Event>

/** Returns the access times of a tariff that lie in zones which the caller does not manage. */
export const elsewhere = ({ seesAll, zoneIds }: Viewer) =>
  accessTimes().whereRaw('not ? and not zone_id = any (?)', [seesAll, [...zoneIds]])

/** Returns the tariffs that the caller may see, with all that a row shows. */
export function tariffRows(trx: Knex, actor: Viewer): QueryBuilder<Tariff> {
  return Tariff.query(trx)
    .modify('visibleTo', actor)
    .joinRelated('tenant')
    .select('tariffs.*', accessTimes().count().as('access_time_count'))
    .select(raw('not exists (?)', elsewhere(actor).select(1)).as('editable'))
    .withGraphFetched('[tenant(named), stages(ascending)]') as unknown as QueryBuilder<Tariff>
}

/** Puts a tariff into the shape of the wire. */
export function tariffRow(tariff: Tariff): TariffRow {
  const { id, version, name, tenant, stages, accessTimeCount, editable, modifiedAt } = tariff as TariffWithUse
  return {
    id,
    version,
    name,
    tenant: { id: tenant.id, name: tenant.name },
    stages: stages.map(({ untilMinutes, priceCents }) => ({ untilMinutes, priceCents })),
    accessTimes: accessTimeCount,
    editable,
    modifiedAt: modifiedAt.toISOString(),
  }
}

/** Returns the fields of a tariff as people edit them. */
export async function fieldsOf(
  trx: Knex,
  tariff: Tariff,
): Promise<Omit<z.input<typeof edit.input>, 'tariffId' | 'version'>> {
  const { name, description, stages } = await tariff.$fetchGraph('stages(ascending)', { transaction: trx })
  return {
    name,
    description,
    stages: (stages ?? []).map(({ untilMinutes, priceCents }) => ({ untilMinutes, priceCents })),
  }
}
