import { Button } from '@mantine/core'
import { sites } from '../../../contract/sites.ts'
import { formatDate, formatEuros, formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterChips } from '../../lists/filter-chips.tsx'
import { useQuery } from '../../stores/use-query.ts'
import type { Change } from './booking-tools.tsx'
import classes from './bookings.module.css'
import { activeFilters, defaultStates, type FilterName, without } from './filter.ts'
import type { LookedAfter } from './looked-after.ts'
import type { BookingSearch } from './search.ts'

interface ChipsProps {
  search: BookingSearch
  who: LookedAfter
  onChange: Change
}

/** The filters that differ from the defaults, each to be taken away by itself, and all at once. */
export function BookingChips({ search, who, onChange }: ChipsProps) {
  const t = useT()
  const active = activeFilters(search, who)
  const { view } = useQuery(sites, active.includes('site') ? { limit: 500 } : null)
  if (active.length === 0) return null
  const site = view?.items.find(({ id }) => id === search.site)?.name
  const words: Record<FilterName, () => string> = {
    search: () => `“${search.search ?? ''}”`,
    states: () => formatList((search.states ?? defaultStates).map((state) => t(`bookings.state.${state}`))),
    window: () => windowText(search, t),
    price: () => priceText(search, t),
    mine: () => ((search.mine ?? who.mine) ? t('bookings.chip.me') : t('bookings.chip.everybody')),
    site: () => site ?? t('common.site'),
  }
  const chips = active.map((name) => ({ key: name, text: words[name](), onRemove: () => onChange(without([name])) }))
  return (
    <div className={classes.chips}>
      <FilterChips chips={chips} />
      <Button variant="subtle" color="neutral" onClick={() => onChange(without())}>
        {t('lists.filters.reset')}
      </Button>
    </div>
  )
}

type T = ReturnType<typeof useT>

function windowText({ window = 'month', from, until }: BookingSearch, t: T): string {
  if (window !== 'custom') return t(`bookings.window.${window}`)
  const day = (date: string | undefined) => (date === undefined ? '…' : formatDate(`${date}T12:00:00Z`, 'UTC'))
  return t('bookings.chip.days', { from: day(from), until: day(until) })
}

function priceText({ min = 0, max }: BookingSearch, t: T): string {
  const from = formatEuros(min * 100)
  return max === undefined
    ? t('bookings.chip.priceOpen', { min: from })
    : t('bookings.chip.price', { min: from, max: formatEuros(max * 100) })
}
