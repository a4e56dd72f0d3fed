import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { type Unit, units } from '../../../machines/booking/calendar.ts'
import { checkSpan } from '../../../machines/booking/check-span.ts'
import { MomentInput } from '../../dates/moment-input.tsx'
import { plannable } from '../../dates/wall.ts'
import { formatSpan, zoneDiffers } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { serverNow } from '../../ui/clock.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { chipsOf, forLength, fromStart, lengthOf, type RequestedSpan, spanSearch } from './request.ts'
import type { RequestChange, RequestSearch } from './search.ts'
import classes from './span-picker.module.css'

interface SpanPickerProps {
  search: RequestSearch
  request: RequestedSpan
  /** IANA zone of the site, which defines days and times. */
  zone: string
  onChange: (change: RequestChange) => void
  /** For stays of days to years. */
  long?: boolean | undefined
}

/** When and for how long: now or a moment, lengths for one tap, any other length in hours to years, or the end itself. */
export function SpanPicker({ search, request, zone, onChange, long = false }: SpanPickerProps) {
  const t = useT()
  const span = useId()
  const chips = chipsOf(request, zone, long)
  const [refused] = checkSpan(request, { now: new Date(serverNow()) })
  const foreign = zoneDiffers(request.start, zone) || zoneDiffers(request.end, zone)
  const limits = plannable(serverNow(), zone)
  const error = (field: 'start' | 'end') => (refused?.field === field ? refusalText(refused) : undefined)
  return (
    <fieldset className={classes.picker} aria-describedby={span}>
      <legend className={classes.pickerLegend}>{t('common.when')}</legend>
      <div className={classes.row}>
        <SegmentedFilter
          wide
          label={t('common.start')}
          value={request.now ? 'now' : 'at'}
          onChange={(value) => onChange(fromStart(search, value === 'now' ? null : request.start, serverNow(), zone))}
          options={[
            { value: 'now', label: t('booking.start.now'), icon: 'clock' },
            { value: 'at', label: t('booking.start.at'), icon: 'calendar' },
          ]}
        />
        {!request.now && (
          <MomentInput
            className={classes.moment ?? ''}
            label={t('common.start')}
            value={request.start.getTime()}
            zone={zone}
            {...limits}
            error={error('start')}
            onChange={(start) => start !== null && onChange(fromStart(search, new Date(start), serverNow(), zone))}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read with both legends each time */}
      <div className={classes.chips} role="group" aria-label={t('booking.length')}>
        {chips.map(({ key, change, chosen }) => (
          <Button
            key={key}
            className={classes.chip ?? ''}
            variant={chosen ? 'filled' : 'default'}
            aria-pressed={chosen}
            onClick={() => onChange(change)}
          >
            {t(`booking.chip.${key}`)}
          </Button>
        ))}
      </div>
      <Disclosure label={t('booking.length.other')} open={long || chips.every(({ chosen }) => !chosen)}>
        <div className={classes.row}>
          <Length search={search} request={request} zone={zone} onChange={onChange} long={long} />
          <MomentInput
            className={classes.moment ?? ''}
            label={t('common.end')}
            value={request.end.getTime()}
            zone={zone}
            {...limits}
            error={error('end')}
            onChange={(end) => end !== null && onChange(spanSearch({ start: request.start, end: new Date(end) }))}
          />
        </div>
      </Disclosure>
      <p id={span} className={classes.span}>
        <strong>
          {refused?.field === 'end' ? refusalText(refused) : formatSpan(request.start, request.end, zone)}
        </strong>
        {foreign && <span className={classes.spanPart}>{t('booking.zone', { zone })}</span>}
      </p>
    </fieldset>
  )
}

/** A number of hours to years from the start. */
function Length({ search, request, zone, onChange, long }: SpanPickerProps) {
  const t = useT()
  const chosen = search.reservationCreatedEndTime === undefined
  const length = chosen ? { amount: search.amount ?? 1, unit: search.unit ?? 'hours' } : lengthOf(request, zone)
  const [typed, setTyped] = useState<{ amount: string; unit: Unit } | null>(null)
  const amount = typed?.amount ?? String(length?.amount ?? '')
  const offered = long ? units.filter((each) => each !== 'hours') : units
  const unit = typed?.unit ?? length?.unit ?? offered[0] ?? 'hours'
  const take = (next: { amount: string; unit: Unit }) => {
    const count = Number(next.amount)
    const whole = Number.isInteger(count) && count >= 1 && count <= 999
    setTyped(next)
    if (whole) onChange(forLength(count, next.unit))
  }
  return (
    <div className={classes.length} onBlur={() => setTyped(null)}>
      <TextInput
        className={classes.amount ?? ''}
        label={t('booking.length.amount')}
        type="number"
        inputMode="numeric"
        min={1}
        max={999}
        value={amount}
        onChange={(event) => take({ amount: event.currentTarget.value, unit })}
      />
      <SelectField
        label={t('booking.length.unit')}
        value={unit}
        onChange={(next) => take({ amount, unit: next })}
        data={offered.map((value) => ({ value, label: t(`booking.unit.${value}`) }))}
      />
    </div>
  )
}
