import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CommandLogLine } from '../../../contract/control.ts'
import { sites } from '../../../contract/sites.ts'
import { allowedBy } from '../../../machines/control.ts'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Icon } from '../../ui/icons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchText } from '../../ui/use-search-text.ts'
import classes from './command-log.module.css'
import { type CommandLogSearch, outcomes } from './search.ts'

type Change = (change: { [K in keyof CommandLogSearch]?: CommandLogSearch[K] | undefined }) => void
interface ToolsProps {
  search: CommandLogSearch
  /** What is shown: tells how the things that the address only numbers are called. */
  rows: readonly CommandLogLine[]
  operator: boolean
  compact: boolean
  onChange: Change
}

/** Search by support code, device or reservation, and the filters; support has only the code. On the phone behind one button. */
export function CommandLogTools({ search, rows, operator, compact, onChange }: ToolsProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useSearchText(search.query ?? '', (query) => onChange({ query: query.trim() || undefined }))
  return (
    <>
      <SearchField
        label={t(operator ? 'command-log.search' : 'common.supportCode')}
        value={typed}
        onChange={(value) => setTyped(value)}
      />
      {operator && compact && (
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={18} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('control.filters')}
        </Button>
      )}
      {operator && (!compact || open) && <Filters search={search} onChange={onChange} />}
      <Chips search={search} rows={rows} onChange={onChange} />
    </>
  )
}

interface ChooseProps<V extends string> {
  label: string
  all: string
  value: V | undefined
  options: readonly { readonly value: V; readonly label: string }[]
  onChange: (value: V | undefined) => void
}
function Choose<V extends string>({ label, all, value, options, onChange }: ChooseProps<V>) {
  return (
    <NativeSelect
      className={classes.select ?? ''}
      label={label}
      rightSection={<Icon name="chevronDown" size={18} />}
      value={value ?? ''}
      data={[{ value: '', label: all }, ...options]}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as V | undefined)}
    />
  )
}

function Filters({ search, onChange }: Pick<ToolsProps, 'search' | 'onChange'>) {
  const t = useT()
  const { view } = useQuery(sites, { limit: 500 })
  const all = t('common.all')
  return (
    <div className={classes.filters}>
      <Choose
        label={t('command-log.filter.outcome')}
        all={all}
        value={search.outcome}
        options={outcomes.map((value) => ({ value, label: t(`command-log.outcome.${value}`) }))}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Choose
        label={t('command-log.filter.why')}
        all={all}
        value={search.why}
        options={allowedBy.map((value) => ({ value, label: t(`insight.why.${value}`) }))}
        onChange={(why) => onChange({ why })}
      />
      {(view?.items.length ?? 0) > 1 && (
        <Choose
          label={t('common.site')}
          all={t('common.allSites')}
          value={search.site === undefined ? undefined : String(search.site)}
          options={(view?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(site) => onChange({ site: site === undefined ? undefined : Number(site) })}
        />
      )}
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
    </div>
  )
}

/** What a link narrowed the list to, by name, each to be taken away. */
function Chips({ search, rows, onChange }: Pick<ToolsProps, 'search' | 'rows' | 'onChange'>) {
  const t = useT()
  const device = rows.find((row) => row.device.id === search.device)?.device.name ?? `#${search.device}`
  const reservation = rows.find((row) => row.reservation?.id === search.reservation)?.reservation?.number
  const chips = [
    ...(search.device === undefined
      ? []
      : [{ key: 'device' as const, text: t('command-log.chip.device', { device }) }]),
    ...(search.reservation === undefined
      ? []
      : [
          {
            key: 'reservation' as const,
            text: t('common.reservationNumber', { number: String(reservation ?? `#${search.reservation}`) }),
          },
        ]),
    ...(search.run === undefined ? [] : [{ key: 'run' as const, text: t('command-log.chip.run') }]),
  ]
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('bookings.filter.active')}>
      {chips.map(({ key, text }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={t('bookings.filter.remove', { name: text })}
            onClick={() => onChange({ [key]: undefined })}
          >
            {text}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
