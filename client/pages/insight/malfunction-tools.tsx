import { Button } from '@mantine/core'
import { useState } from 'react'
import { malfunctionKinds } from '../../../contract/devices.ts'
import { useT } from '../../i18n/i18n.ts'
import { kindIcons } from '../../malfunction/malfunction-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { DeviceFilter } from './device-filter.tsx'
import classes from './insight.module.css'
import type { Kind, MalfunctionList } from './malfunction-list.ts'
import { groupings, type MalfunctionSearch, seenFilters, severities } from './search.ts'

interface MalfunctionToolsProps {
  filter: MalfunctionSearch
  list: Pick<MalfunctionList, 'counts' | 'zones' | 'sites'>
  compact: boolean
  onChange: (change: { [K in keyof MalfunctionSearch]?: MalfunctionSearch[K] | undefined }) => void
}
interface Choice {
  readonly value: string
  readonly label: string
}

function Choose({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}) {
  return (
    <SelectField
      className={classes.select ?? ''}
      aria-label={label}
      value={value}
      data={[...choices]}
      onChange={onChange}
    />
  )
}

const orNothing = <V extends string>(value: string, nothing: V): Exclude<V, string> | undefined =>
  value === nothing ? undefined : (value as never)

/** Everything by which the dashboard is narrowed and grouped; on the phone behind one button, with how many filters are set. */
export function MalfunctionTools({ filter, list, compact, onChange }: MalfunctionToolsProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const set = [filter.severity, filter.zone, filter.site, filter.seen].filter((value) => value !== undefined).length
  const places = (all: string, items: MalfunctionList['zones']): Choice[] => [
    { value: '', label: all },
    ...items.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const idOf = (value: string) => (value === '' ? undefined : Number(value))
  return (
    <>
      <SearchField
        label={t('insight.malfunctions.search')}
        value={filter.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      {filter.device !== undefined && (
        <DeviceFilter id={filter.device} onClear={() => onChange({ device: undefined })} />
      )}
      {compact && (
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={18} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {set > 0 ? `${t('control.filters')} (${set})` : t('control.filters')}
        </Button>
      )}
      {(!compact || open) && (
        <>
          <Choose
            label={t('insight.filter.severity')}
            value={filter.severity ?? 'all'}
            choices={['all' as const, ...severities].map((value) => ({ value, label: t(`insight.severity.${value}`) }))}
            onChange={(value) => onChange({ severity: orNothing(value, 'all') })}
          />
          <Choose
            label={t('insight.filter.seen')}
            value={filter.seen ?? 'all'}
            choices={seenFilters.map((value) => ({ value, label: t(`insight.seen.${value}`) }))}
            onChange={(value) => onChange({ seen: orNothing(value, 'all') })}
          />
          {(list.zones.length > 1 || filter.zone !== undefined) && (
            <Choose
              label={t('common.zone')}
              value={String(filter.zone ?? '')}
              choices={places(t('insight.filter.allZones'), list.zones)}
              onChange={(value) => onChange({ zone: idOf(value) })}
            />
          )}
          {(list.sites.length > 1 || filter.site !== undefined) && (
            <Choose
              label={t('common.site')}
              value={String(filter.site ?? '')}
              choices={places(t('common.allSites'), list.sites)}
              onChange={(value) => onChange({ site: idOf(value) })}
            />
          )}
          <Choose
            label={t('insight.group.label')}
            value={filter.by ?? 'none'}
            choices={groupings.map((value) => ({ value, label: t(`insight.group.${value}`) }))}
            onChange={(value) => onChange({ by: orNothing(value, 'none') })}
          />
        </>
      )}
      <SegmentedFilter<Kind | 'all'>
        label={t('insight.filter.kind')}
        value={filter.kind ?? 'all'}
        onChange={(kind) => onChange({ kind: kind === 'all' ? undefined : kind })}
        options={[
          { value: 'all', label: t('insight.kind.all'), count: list.counts.all },
          ...malfunctionKinds
            .filter((kind) => list.counts[kind] > 0 || filter.kind === kind)
            .map((kind) => ({
              value: kind,
              label: t(`insight.kind.${kind}`),
              icon: kindIcons[kind],
              count: list.counts[kind],
            })),
        ]}
      />
    </>
  )
}
