import { useMemo } from 'react'
import { malfunctionKinds } from '../../../contract/devices.ts'
import { type IncidentView, pastMalfunctions } from '../../../contract/insight.ts'
import { sites as sitesQuery, zones as zonesQuery } from '../../../contract/sites.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { FilterDay } from '../../lists/filter-day.tsx'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListSection } from '../../lists/list-section.tsx'
import { lastedText, placeOf, returnedText } from '../../malfunction/malfunction-words.ts'
import { useQuery } from '../../stores/use-query.ts'
import { DeviceFilter } from './device-filter.tsx'
import { IncidentLink } from './incident-link.tsx'
import type { MalfunctionSearch, SearchChange } from './search.ts'

interface PastProps {
  search: MalfunctionSearch
  onChange: SearchChange
}

/** Malfunctions that are over, with how long each lasted. */
export function PastMalfunctions({ search, onChange }: PastProps) {
  const t = useT()
  const { zone, site, device } = search
  const given = useMemo(
    () => ({
      ...(zone === undefined ? {} : { zoneId: zone }),
      ...(site === undefined ? {} : { siteId: site }),
      ...(device === undefined ? {} : { deviceId: device }),
    }),
    [zone, site, device],
  )
  return (
    <ListSection
      def={pastMalfunctions}
      search={search}
      given={given}
      narrowed={Object.keys(given).length > 0}
      label={t('insight.past.list')}
      searchLabel={t('insight.past.search')}
      columns={usePastColumns()}
      tone={(row) => (row.severity === 'error' ? 'error' : 'warning')}
      link={(row, content) => <IncidentLink id={row.id}>{content}</IncidentLink>}
      filters={() => <Filters search={search} onChange={(change) => onChange({ page: undefined, ...change })} />}
      empty={{ icon: 'history', title: t('insight.past.none.title'), text: t('insight.past.none.text') }}
    />
  )
}

function usePastColumns(): readonly ListColumn<IncidentView, (typeof pastMalfunctions.sorts)[number]>[] {
  const t = useT()
  return [
    {
      key: 'kind',
      title: t('insight.filter.kind'),
      cell: (row) => t(`insight.kind.${row.kind}`),
      phone: 'title',
      always: true,
    },
    { key: 'place', title: t('insight.past.place'), cell: (row) => `${placeOf(row, t)} · ${row.site.name}` },
    {
      key: 'from',
      title: t('common.since'),
      sort: 'openedAt',
      cell: (row) => formatDateTime(row.openedAt, row.site.timeZone),
    },
    {
      key: 'until',
      title: t('insight.past.until'),
      sort: 'closedAt',
      cell: (row) => formatDateTime(row.closedAt ?? row.openedAt, row.site.timeZone),
    },
    {
      key: 'lasted',
      title: t('insight.lasted'),
      align: 'end',
      cell: (row) => lastedText(Date.parse(row.closedAt ?? row.openedAt) - Date.parse(row.openedAt), t),
    },
    { key: 'returned', title: t('insight.steadiness'), cell: (row) => returnedText(row, t) ?? '–' },
  ]
}

function Filters({ search, onChange }: PastProps) {
  const t = useT()
  const { view: sites } = useQuery(sitesQuery, { limit: 500 })
  const { view: zones } = useQuery(zonesQuery, {})
  const named = (items: readonly { id: number; name: string }[]) => items.map(({ id, name }) => [id, name] as const)
  return (
    <>
      {search.device !== undefined && (
        <DeviceFilter id={search.device} onClear={() => onChange({ device: undefined })} />
      )}
      <FilterSelect
        label={t('insight.filter.kind')}
        value={search.kind}
        options={malfunctionKinds.map((kind) => [kind, t(`insight.kind.${kind}`)])}
        onChange={(kind) => onChange({ kind })}
      />
      {(zones?.length ?? 0) > 1 && (
        <FilterSelect
          label={t('common.zone')}
          all={t('insight.filter.allZones')}
          value={search.zone}
          options={named(zones ?? [])}
          onChange={(zone) => onChange({ zone })}
        />
      )}
      {(sites?.items.length ?? 0) > 1 && (
        <FilterSelect
          label={t('common.site')}
          all={t('common.allSites')}
          value={search.site}
          options={named(sites?.items ?? [])}
          onChange={(site) => onChange({ site })}
        />
      )}
      <FilterDay label={t('common.from')} value={search.from} onChange={(from) => onChange({ from })} />
      <FilterDay label={t('common.until')} value={search.until} end onChange={(until) => onChange({ until })} />
    </>
  )
}
