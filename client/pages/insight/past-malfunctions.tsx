import { NativeSelect, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { malfunctionKinds } from '../../../contract/devices.ts'
import { type IncidentView, pastMalfunctions } from '../../../contract/insight.ts'
import { sites as sitesQuery, zones as zonesQuery } from '../../../contract/sites.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { lastedText, placeOf, returnedText } from '../../malfunction/malfunction-words.ts'
import { useQuery } from '../../stores/use-query.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { DeviceFilter } from './device-filter.tsx'
import { IncidentLink } from './incident-link.tsx'
import classes from './insight.module.css'
import { pageSize, pastInput } from './past.ts'
import type { MalfunctionSearch, SearchChange } from './search.ts'

interface PastProps {
  search: MalfunctionSearch
  onChange: SearchChange
}

/** Malfunctions that are over, newest end first, with how long each lasted. */
export function PastMalfunctions({ search, onChange }: PastProps) {
  const t = useT()
  const input = useMemo(() => pastInput(search, readerZone()), [search])
  const { view, refusal, retry, former } = useQuery(pastMalfunctions, input)
  const columns: Column<IncidentView>[] = [
    {
      key: 'kind',
      title: t('insight.filter.kind'),
      cell: (row) => t(`insight.kind.${row.kind}`),
      phone: 'title',
    },
    { key: 'place', title: t('insight.past.place'), cell: (row) => `${placeOf(row, t)} · ${row.site.name}` },
    { key: 'from', title: t('common.since'), cell: (row) => formatDateTime(row.openedAt, row.site.timeZone) },
    {
      key: 'until',
      title: t('insight.past.until'),
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
  return (
    <>
      <Filters search={search} onChange={(change) => onChange({ page: undefined, ...change })} />
      {refusal !== null && <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />}
      {view === null && refusal === null && <RowsSkeleton rows={8} height="3.5rem" />}
      {view !== null && view.malfunctions.length === 0 && (
        <EmptyState icon="history" title={t('insight.past.none.title')} text={t('insight.past.none.text')} />
      )}
      {view !== null && view.malfunctions.length > 0 && (
        <div aria-busy={former}>
          <DataList
            label={t('insight.past.list')}
            columns={columns}
            rows={view.malfunctions}
            rowId={(row) => row.id}
            tone={(row) => (row.severity === 'error' ? 'error' : 'warning')}
            link={(row, content) => <IncidentLink id={row.id}>{content}</IncidentLink>}
          />
          <Pager
            page={input.page}
            pageSize={pageSize}
            total={view.recordCount}
            onPage={(page) => onChange({ page: page === 1 ? undefined : page })}
          />
        </div>
      )}
    </>
  )
}

function Filters({ search, onChange }: PastProps) {
  const t = useT()
  const { view: sites } = useQuery(sitesQuery, { limit: 500 })
  const { view: zones } = useQuery(zonesQuery, {})
  const choice = (
    label: string,
    all: string,
    value: string,
    options: { value: string; label: string }[],
    set: (value: string) => void,
  ) => (
    <NativeSelect
      className={classes.select ?? ''}
      label={label}
      value={value}
      rightSection={<Icon name="chevronDown" size={18} />}
      data={[{ value: '', label: all }, ...options]}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
  const idOf = (value: string) => (value === '' ? undefined : Number(value))
  const named = (items: readonly { id: number; name: string }[]) =>
    items.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className={classes.pastFilters}>
      {search.device !== undefined && (
        <DeviceFilter id={search.device} onClear={() => onChange({ device: undefined })} />
      )}
      {choice(
        t('insight.filter.kind'),
        t('insight.kind.all'),
        search.kind ?? '',
        malfunctionKinds.map((kind) => ({ value: kind, label: t(`insight.kind.${kind}`) })),
        (kind) => onChange({ kind: (kind || undefined) as MalfunctionSearch['kind'] }),
      )}
      {(zones?.length ?? 0) > 1 &&
        choice(t('common.zone'), t('insight.filter.allZones'), String(search.zone ?? ''), named(zones ?? []), (zone) =>
          onChange({ zone: idOf(zone) }),
        )}
      {(sites?.items.length ?? 0) > 1 &&
        choice(t('common.site'), t('common.allSites'), String(search.site ?? ''), named(sites?.items ?? []), (site) =>
          onChange({ site: idOf(site) }),
        )}
      <TextInput
        type="date"
        label={t('common.from')}
        value={search.from ?? ''}
        max={search.until}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={t('common.until')}
        value={search.until ?? ''}
        min={search.from}
        onChange={(event) => onChange({ until: event.currentTarget.value || undefined })}
      />
    </div>
  )
}
