import '@mantine/dates/styles.layer.css'
import { DatePicker, TimePicker } from '@mantine/dates'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { calendarFormats } from '../i18n/calendar-formats.ts'
import { useT } from '../i18n/i18n.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import classes from './calendar-dialog.module.css'

interface CalendarDialogProps {
  label: string
  value: string | null
  withTime: boolean
  min: string | undefined
  max: string | undefined
  today: string
  onChoose: (value: string) => void
  onClose: () => void
}

/** A calendar, with a clock where a time belongs to the day. It stands above dialogs too. */
export function CalendarDialog({ label, value, withTime, min, max, today, onChoose, onClose }: CalendarDialogProps) {
  const t = useT()
  const [day, setDay] = useState(value?.slice(0, 10) ?? null)
  const [time, setTime] = useState(value?.slice(11) ?? '')
  const [tried, setTried] = useState(false)
  const days = useRef<HTMLDivElement>(null)
  const formats = calendarFormats()
  useEffect(() => {
    days.current?.querySelector<HTMLElement>('table [tabindex="0"]')?.focus()
  }, [])
  const choose = (next: string) => {
    setDay(next)
    if (!withTime) onChoose(next)
  }
  const submit = () => {
    setTried(true)
    if (day !== null && time !== '') onChoose(`${day}T${time.slice(0, 5)}`)
  }
  const bounds = {
    ...(min === undefined ? {} : { minDate: min.slice(0, 10) }),
    ...(max === undefined ? {} : { maxDate: max.slice(0, 10) }),
  }
  return createPortal(
    <Dialog
      title={label}
      onClose={onClose}
      {...(withTime ? { onSubmit: submit } : {})}
      act={withTime && { label: t('forms.date.take') }}
    >
      <div ref={days} className={classes.calendar}>
        <DatePicker
          value={day}
          defaultDate={day ?? today}
          onChange={(next) => next !== null && choose(next)}
          {...bounds}
          maxLevel="year"
          hideOutsideDates
          weekendDays={[]}
          size="md"
          {...formats}
          ariaLabels={{
            previousMonth: t('forms.date.previousMonth'),
            nextMonth: t('forms.date.nextMonth'),
            previousYear: t('forms.date.previousYear'),
            nextYear: t('forms.date.nextYear'),
            monthLevelControl: t('forms.date.months'),
          }}
          previousIcon={<Icon name="arrowLeft" size={18} />}
          nextIcon={<Icon name="arrowRight" size={18} />}
          getDayProps={(date) => (date === today ? { 'aria-current': 'date', className: classes.today ?? '' } : {})}
        />
        {withTime && (
          <TimePicker
            label={t('common.time')}
            size="md"
            value={time}
            onChange={setTime}
            error={tried && time === '' && t('ui.field.required')}
            hoursInputLabel={t('forms.date.hours')}
            minutesInputLabel={t('forms.date.minutes')}
          />
        )}
      </div>
    </Dialog>,
    document.body,
  )
}
