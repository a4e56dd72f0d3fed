import { useT } from '../../i18n/i18n.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { RemoteFilter, RemoteList } from './remote-list.ts'
import classes from './remote-tools.module.css'
import { groupings, type StatusGroup, sortings, statusGroups } from './search.ts'

const icons = {
  all: 'filter',
  attention: 'alert',
  free: 'free',
  occupied: 'occupied',
  blocked: 'blocked',
  maintenance: 'maintenance',
} as const satisfies Record<StatusGroup, string>

interface RemoteToolsProps {
  filter: RemoteFilter
  list: Pick<RemoteList, 'counts' | 'sites'>
  onChange: (change: Partial<RemoteFilter>) => void
}

/** Search, site, order, grouping and status with counts. */
export function RemoteTools({ filter, list, onChange }: RemoteToolsProps) {
  const t = useT()
  return (
    <>
      <SearchField label={t('control.search')} value={filter.query} onChange={(query) => onChange({ query })} />
      {list.sites.length > 1 && (
        <SelectField
          className={classes.select ?? ''}
          aria-label={t('common.site')}
          value={String(filter.site ?? '')}
          onChange={(site) => onChange(site === '' ? { site: null, plan: false } : { site: Number(site) })}
          data={[
            { value: '', label: t('common.allSites') },
            ...list.sites.map((site) => ({ value: String(site.id), label: site.name })),
          ]}
        />
      )}
      <SelectField
        className={classes.select ?? ''}
        aria-label={t('control.sort')}
        value={filter.sort}
        onChange={(next) => onChange({ sort: next })}
        data={sortings.map((sort) => ({ value: sort, label: t(`control.sort.${sort}`) }))}
      />
      <SelectField
        className={classes.select ?? ''}
        aria-label={t('control.by')}
        value={filter.by}
        onChange={(next) => onChange({ by: next })}
        data={groupings.map((by) => ({ value: by, label: t(`control.by.${by}`) }))}
      />
      <SegmentedFilter<'cards' | 'plan'>
        label={t('common.view')}
        value={filter.plan ? 'plan' : 'cards'}
        // A plan needs one site: the first one, until the person chooses another.
        onChange={(show) =>
          onChange(show === 'plan' ? { plan: true, site: filter.site ?? list.sites[0]?.id ?? null } : { plan: false })
        }
        options={[
          { value: 'cards', label: t('control.plan.cards'), icon: 'list' },
          { value: 'plan', label: t('common.plan'), icon: 'map' },
        ]}
      />
      <SegmentedFilter
        label={t('control.filter.status')}
        value={filter.status}
        onChange={(status) => onChange({ status })}
        options={statusGroups.map((group) => ({
          value: group,
          label: t(`control.group.${group}`),
          icon: icons[group],
          count: list.counts[group],
        }))}
      />
    </>
  )
}
