import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sites } from '../../../contract/sites.ts'
import type { ReservationState } from '../../../machines/reservation-rules.ts'
import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { useQuery } from '../../stores/use-query.ts'
import { serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import classes from './bookings.module.css'
import { activeFilters, customDays, defaultStates, openPriceEuros, switchedStates } from './filter.ts'
import { type BookingSearch, sorts, windows } from './search.ts'

export type Change = (change: { [K in keyof BookingSearch]?: BookingSearch[K] | undefined }) => void
interface ToolsProps {
  search: BookingSearch
  compact: boolean
  onChange: Change
}

/** Everything by which the list is narrowed and sorted; on the phone behind one button, with how many filters are set. */
export function BookingTools({ search, compact, onChange }: ToolsProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const set = activeFilters(search).filter((name) => name !== 'q').length
  return (
    <>
      <Query value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
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
      {(!compact || open) && <Filters search={search} compact={compact} onChange={onChange} />}
    </>
  )
}

const restMs = 350

/** Searches when the person pauses; what stands in the address wins when it changes from elsewhere. */
function Query({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT()
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    if (value !== told.current) {
      told.current = value
      setTyped(value)
    }
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    const timer = setTimeout(() => {
      told.current = typed
      tell(typed.trim())
    }, restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchField label={t('bookings.search')} value={typed} onChange={setTyped} />
}

function Filters({ search, compact, onChange }: ToolsProps) {
  const t = useT()
  return (
    <div className={classes.filters}>
      <WindowFilter search={search} onChange={onChange} />
      <StateFilter search={search} onChange={onChange} />
      <PriceFilter search={search} onChange={onChange} />
      <SiteFilter search={search} onChange={onChange} />
      <SegmentedFilter<'all' | 'me'>
        label={t('bookings.filter.managed')}
        value={search.mine ? 'me' : 'all'}
        onChange={(who) => onChange({ mine: who === 'me' ? true : undefined })}
        options={[
          { value: 'all', label: t('common.allFeminine') },
          { value: 'me', label: t('bookings.chip.me') },
        ]}
      />
      {compact && (
        <Choose
          label={t('bookings.filter.sort')}
          value={`${search.sort ?? 'start'} ${search.ascending ? 'ascending' : 'descending'}`}
          onChange={(value) => {
            const [sort, way] = value.split(' ') as [(typeof sorts)[number], string]
            onChange({ sort: sort === 'start' ? undefined : sort, ascending: way === 'ascending' || undefined })
          }}
          data={sorts.flatMap((sort) =>
            (['descending', 'ascending'] as const).map((way) => ({
              value: `${sort} ${way}`,
              label: t(`bookings.sort.${way}`, { name: t(`bookings.sort.${sort}`) }),
            })),
          )}
        />
      )}
    </div>
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
    <NativeSelect
      className={(narrow ? classes.price : classes.select) ?? ''}
      label={label}
      rightSection={<Icon name="chevronDown" size={18} />}
      value={value}
      data={data}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type Part = Omit<ToolsProps, 'compact'>

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
          <TextInput
            type="date"
            className={classes.date ?? ''}
            label={t('common.from')}
            value={search.from ?? ''}
            max={search.until}
            onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            className={classes.date ?? ''}
            label={t('common.until')}
            value={search.until ?? ''}
            min={search.from}
            onChange={(event) => onChange({ until: event.currentTarget.value || undefined })}
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
      <legend>{t('common.states')}</legend>
      {states.map((state) => (
        <label key={state}>
          <input
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
    <Choose
      label={t('common.site')}
      value={String(search.site ?? '')}
      onChange={(value) => onChange({ site: value === '' ? undefined : Number(value) })}
      data={[
        { value: '', label: t('common.allSites') },
        ...view.items.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
