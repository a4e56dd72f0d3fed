import { options } from '../../contract/devices/admin.ts'
import { useT } from '../i18n/i18n.ts'
import { FilterReference } from '../lists/filter-reference.tsx'
import { searchOf } from './search-of.ts'

interface Named {
  readonly id: number
  readonly name: string
}
interface Given {
  readonly siteId?: number | undefined
  readonly gatewayId?: number | undefined
}
interface SiteAndGatewayFiltersProps {
  given: Given
  filter: (change: Given) => void
  /** Those of the rows on screen, whose names need no search. */
  known: readonly { readonly site: Named; readonly gateway: Named | null }[]
}

/** Filters a list of devices or barriers by where they are and through which gateway they speak. */
export function SiteAndGatewayFilters({ given, filter, known }: SiteAndGatewayFiltersProps) {
  const t = useT()
  return (
    <>
      <FilterReference
        label={t('common.site')}
        value={given.siteId}
        query={options}
        toQuery={searchOf('site')}
        toOptions={(found) => found}
        known={known.map(({ site }) => site)}
        onChange={(siteId) => filter({ siteId })}
      />
      <FilterReference
        label={t('common.gateway')}
        value={given.gatewayId}
        query={options}
        toQuery={searchOf('gateway')}
        toOptions={(found) => found}
        known={known.flatMap(({ gateway }) => gateway ?? [])}
        onChange={(gatewayId) => filter({ gatewayId })}
      />
    </>
  )
}
