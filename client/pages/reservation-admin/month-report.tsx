import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { addInZone, localDate } from '../../../machines/booking/calendar.ts'
import { formatUnit } from '../../i18n/format.ts'
import { i18n, refusalText, useT } from '../../i18n/i18n.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { download, save } from '../../link/download.ts'
import { session } from '../../stores/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './bookings.module.css'
import { reportOf } from './filter.ts'

const monthsBack = 24

/** The revenue report of a month as a CSV file, however long it is: progress, a way to stop, and what went wrong (RES-10). */
export function MonthReport({ onClose }: { onClose: () => void }) {
  const t = useT()
  const zone = readerZone()
  const [months] = useState(() => {
    const now = new Date(serverNow())
    return Array.from({ length: monthsBack + 1 }, (_, ago) =>
      localDate(addInZone(now, -ago, 'months', zone), zone).slice(0, 7),
    )
  })
  const [month, setMonth] = useState(months[1] ?? '')
  const [bytes, setBytes] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    if (running.current) return
    const mine = new AbortController()
    running.current = mine
    setBytes(0)
    setRefusal(null)
    const { since, until, name } = reportOf(month, zone, session.user?.tenant?.name ?? t('bookings.report.all'))
    const query = new URLSearchParams({
      'filter[start][since]': since,
      'filter[start][until]': until,
      'filter[state]': 'RESERVED,STORNO',
    })
    const answer = await download(`/reservations?${query}`, {
      accept: 'text/csv',
      signal: mine.signal,
      onProgress: setBytes,
    })
    running.current = null
    if (mine.signal.aborted) return
    setBytes(null)
    if (!answer.ok) return setRefusal(answer.refusal)
    save(answer.blob, name)
    notify.success(t('bookings.report.done', { name }))
    onClose()
  }
  const stop = () => {
    running.current?.abort()
    running.current = null
    setBytes(null)
  }
  return (
    <Dialog
      title={t('bookings.report.title')}
      lead={t('bookings.report.lead')}
      onClose={onClose}
      onSubmit={() => void start()}
      foot={
        bytes === null ? (
          <Button type="submit" leftSection={<Icon name="document" size={18} />}>
            {t('bookings.report.start')}
          </Button>
        ) : (
          <Button variant="default" onClick={stop}>
            {t('bookings.report.stop')}
          </Button>
        )
      }
    >
      <SelectField
        label={t('bookings.report.month')}
        value={month}
        disabled={bytes !== null}
        data={months.map((value) => ({ value, label: monthName(value) }))}
        onChange={setMonth}
      />
      {bytes !== null && (
        <div className={classes.progress}>
          <progress className={classes.progressBar} aria-label={t('bookings.report.title')} />
          <span className={classes.progressPart} role="status">
            {t('bookings.report.loading', { size: size(bytes) })}
          </span>
        </div>
      )}
      {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
    </Dialog>
  )
}

/** '2026-10' in words. */
function monthName(month: string): string {
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${month}-15T12:00:00Z`))
}

const size = (bytes: number) =>
  bytes < 1_000_000 ? formatUnit(bytes / 1_000, 'kB', 0) : formatUnit(bytes / 1_000_000, 'MB')
