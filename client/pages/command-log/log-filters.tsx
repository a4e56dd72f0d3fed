import { type CommandLogLine, commandLog } from '../../../contract/control.ts'
import { sites } from '../../../contract/sites.ts'
import { allowedBy } from '../../../machines/control.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListSearch, SearchChange } from '../../lists/address.ts'
import { FilterChips } from '../../lists/filter-chips.tsx'
import { FilterDay } from '../../lists/filter-day.tsx'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { useQuery } from '../../stores/use-query.ts'

/** Outcomes of commands, in the groups of the filter. */
const outcomes = commandLog.filters.outcome.unwrap().options
interface FilterProps {
  search: ListSearch<typeof commandLog>
  onChange: SearchChange<typeof commandLog>
}

/** The filters of operators; support has only the code. */
export function LogFilters({ search, onChange }: FilterProps) {
  const t = useT()
  const { view } = useQuery(sites, { limit: 500 })
  const all = view?.items ?? []
  return (
    <>
      <FilterSelect
        label={t('command-log.filter.outcome')}
        value={search.outcome}
        options={outcomes.map((value) => [value, t(`command-log.outcome.${value}`)])}
        onChange={(outcome) => onChange({ outcome })}
      />
      <FilterSelect
        label={t('command-log.filter.why')}
        value={search.allowedBy}
        options={allowedBy.map((value) => [value, t(`insight.why.${value}`)])}
        onChange={(why) => onChange({ allowedBy: why })}
      />
      {all.length > 1 && (
        <FilterSelect
          label={t('common.site')}
          all={t('common.allSites')}
          value={search.siteId}
          options={all.map(({ id, name }) => [id, name])}
          onChange={(siteId) => onChange({ siteId })}
        />
      )}
      <FilterDay label={t('common.from')} value={search.from} onChange={(from) => onChange({ from })} />
      <FilterDay label={t('common.until')} value={search.until} end onChange={(until) => onChange({ until })} />
    </>
  )
}

/** What a link narrowed the list to, by name: `rows` have the names of the ids in the address. */
export function LogChips({ search, onChange, rows }: FilterProps & { rows: readonly CommandLogLine[] }) {
  const t = useT()
  const { deviceId, reservationId, runId } = search
  const device = rows.find((row) => row.device.id === deviceId)?.device.name ?? `#${deviceId}`
  const number = rows.find((row) => row.reservation?.id === reservationId)?.reservation?.number ?? `#${reservationId}`
  return (
    <FilterChips
      chips={[
        ...(deviceId === undefined
          ? []
          : [
              {
                key: 'device',
                text: t('command-log.chip.device', { device }),
                onRemove: () => onChange({ deviceId: undefined }),
              },
            ]),
        ...(reservationId === undefined
          ? []
          : [
              {
                key: 'reservation',
                text: t('common.reservationNumber', { number: String(number) }),
                onRemove: () => onChange({ reservationId: undefined }),
              },
            ]),
        ...(runId === undefined
          ? []
          : [{ key: 'run', text: t('command-log.chip.run'), onRemove: () => onChange({ runId: undefined }) }]),
      ]}
    />
  )
}
