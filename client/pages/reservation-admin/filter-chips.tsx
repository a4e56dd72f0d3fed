import { Button } from '@mantine/core'
import { sites } from '../../../contract/sites.ts'
import { formatDate, formatEuros, formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Change } from './booking-tools.tsx'
import classes from './bookings.module.css'
import { activeFilters, defaultStates, type FilterName, without } from './filter.ts'
import type { BookingSearch } from './search.ts'

/** The filters that differ from the defaults, each to be taken away by itself, and all at once. */
export function FilterChips({ search, onChange }: { search: BookingSearch; onChange: Change }) {
  const t = useT()
  const active = activeFilters(search)
  const { view } = useQuery(sites, active.includes('site') ? { limit: 500 } : null)
  if (active.length === 0) return null
  const site = view?.items.find(({ id }) => id === search.site)?.name
  const words: Record<FilterName, () => string> = {
    q: () => `“${search.q ?? ''}”`,
    states: () => formatList((search.states ?? defaultStates).map((state) => t(`bookings.state.${state}`))),
    window: () => windowText(search, t),
    price: () => priceText(search, t),
    mine: () => t('bookings.chip.me'),
    site: () => site ?? t('common.site'),
  }
  return (
    <ul className={classes.chips} aria-label={t('bookings.filter.active')}>
      {active.map((name) => {
        const text = words[name]()
        return (
          <li key={name}>
            <button
              type="button"
              className={classes.chip}
              aria-label={t('bookings.filter.remove', { name: text })}
              onClick={() => onChange(without([name]))}
            >
              {text}
              <Icon name="close" size={14} />
            </button>
          </li>
        )
      })}
      <li>
        <Button variant="subtle" color="neutral" onClick={() => onChange(without())}>
          {t('bookings.filter.reset')}
        </Button>
      </li>
    </ul>
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
