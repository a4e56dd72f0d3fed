import { sites } from '../../../contract/sites.ts'
import type { ReservationState } from '../../../machines/reservation-rules.ts'
import { DayInput } from '../../dates/day-input.tsx'
import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { FilterMore } from '../../lists/filter-more.tsx'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { useQuery } from '../../stores/use-query.ts'
import { serverNow } from '../../ui/clock.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './bookings.module.css'
import { activeFilters, customDays, defaultStates, openPriceEuros, switchedStates } from './filter.ts'
import type { LookedAfter } from './looked-after.ts'
import { type BookingSearch, windows } from './search.ts'

export type Change = (change: { [K in keyof BookingSearch]?: BookingSearch[K] | undefined }) => void
interface ToolsProps {
  search: BookingSearch
  who: LookedAfter
  onChange: Change
}

/** Everything by which the list is narrowed. */
export function BookingFilters({ search, who, onChange }: ToolsProps) {
  const t = useT()
  const set = activeFilters(search, who).filter((name) => name === 'states' || name === 'price').length
  return (
    <>
      <WindowFilter search={search} onChange={onChange} />
      <SiteFilter search={search} onChange={onChange} />
      <SegmentedFilter<'all' | 'me'>
        label={t('bookings.filter.managed')}
        value={(search.mine ?? who.mine) ? 'me' : 'all'}
        onChange={(whose) => onChange({ mine: whose === 'me' })}
        options={[
          { value: 'all', label: t('common.allFeminine') },
          { value: 'me', label: t('bookings.chip.me') },
        ]}
      />
      <FilterMore set={set}>
        <StateFilter search={search} onChange={onChange} />
        <PriceFilter search={search} onChange={onChange} />
      </FilterMore>
    </>
  )
}

interface ChooseProps {
  label: string
  narrow?: boolean
  value: string
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}
function Choose({ label, narrow = false, value, data, onChange }: ChooseProps) {
  return (
    <SelectField
      className={(narrow ? classes.price : classes.select) ?? ''}
      {...(narrow ? {} : { classNames: { label: classes.besideLabel } })}
      label={label}
      value={value}
      data={data}
      onChange={onChange}
    />
  )
}

type Part = Omit<ToolsProps, 'who'>

function WindowFilter({ search, onChange }: Part) {
  const t = useT()
  const now = search.window ?? 'month'
  const choose = (window: (typeof windows)[number]) => {
    const days = window === 'custom' ? customDays(search, new Date(serverNow()), readerZone()) : null
    onChange({ window: window === 'month' ? undefined : window, from: days?.from, until: days?.until })
  }
  return (
    <>
      <Choose
        label={t('common.start')}
        value={now}
        onChange={(value) => choose(value as (typeof windows)[number])}
        data={windows.map((value) => ({ value, label: t(`bookings.window.${value}`) }))}
      />
      {now === 'custom' && (
        <>
          <DayInput
            className={classes.date ?? ''}
            classNames={{ label: classes.besideLabel }}
            label={t('common.from')}
            value={search.from ?? null}
            max={search.until}
            onChange={(from) => onChange({ from: from ?? undefined })}
          />
          <DayInput
            className={classes.date ?? ''}
            classNames={{ label: classes.besideLabel }}
            label={t('common.until')}
            value={search.until ?? null}
            min={search.from}
            onChange={(until) => onChange({ until: until ?? undefined })}
          />
        </>
      )}
    </>
  )
}

/** The usual two first. */
const states = ['RESERVED', 'STORNO', 'CREATED', 'CANCELED'] as const satisfies readonly ReservationState[]

function StateFilter({ search, onChange }: Part) {
  const t = useT()
  const chosen = search.states ?? defaultStates
  return (
    <fieldset className={classes.states}>
      <legend className={classes.statesLegend}>{t('common.states')}</legend>
      {states.map((state) => (
        <label className={classes.statesLabel} key={state}>
          <input
            className={classes.statesInput}
            type="checkbox"
            checked={chosen.includes(state)}
            onChange={() => onChange({ states: switchedStates(search, state) })}
          />
          <span>{t(`bookings.state.${state}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function PriceFilter({ search, onChange }: Part) {
  const t = useT()
  const steps = Array.from({ length: openPriceEuros + 1 }, (_, euros) => euros)
  const option = (euros: number) => ({ value: String(euros), label: formatEuros(euros * 100) })
  const [min, max] = [search.min ?? 0, search.max ?? openPriceEuros]
  return (
    <>
      <Choose
        narrow
        label={t('bookings.filter.min')}
        value={String(min)}
        onChange={(value) => onChange({ min: Number(value) || undefined })}
        data={steps.filter((euros) => euros <= max).map(option)}
      />
      <Choose
        narrow
        label={t('bookings.filter.max')}
        value={String(max)}
        onChange={(value) => onChange({ max: Number(value) >= openPriceEuros ? undefined : Number(value) })}
        data={[
          ...steps.filter((euros) => euros >= min && euros < openPriceEuros).map(option),
          { value: String(openPriceEuros), label: t('bookings.price.open') },
        ]}
      />
    </>
  )
}

function SiteFilter({ search, onChange }: Part) {
  const t = useT()
  const { view } = useQuery(sites, { limit: 500 })
  if (view === null || (view.items.length < 2 && search.site === undefined)) return null
  return (
    <FilterSelect
      label={t('common.site')}
      all={t('common.allSites')}
      value={search.site}
      options={view.items.map(({ id, name }) => [id, name] as const)}
      onChange={(site) => onChange({ site })}
    />
  )
}
