import { Button } from '@mantine/core'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { MomentField } from '../../forms/date-fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { endChips } from './ends.ts'
import type { ExtendValues } from './extend-fields.ts'
import classes from './reservations.module.css'

interface ExtendEndProps {
  view: ReservationView
  form: CommandForm<ExtendValues>
}

/** The new end: one tap for the usual ones, or any moment by the clock of the place. */
export function ExtendEnd({ view, form }: ExtendEndProps) {
  const t = useT()
  const zone = view.site.timeZone
  const { end } = form.mantine.getValues()
  const isEnd = (moment: number) => end !== null && Date.parse(end) === moment
  return (
    <fieldset className={classes.end} disabled={form.busy || form.mode === 'view'}>
      <legend className={classes.endLegend}>{t('reservations.extend.until')}</legend>
      <div className={classes.chips}>
        {endChips(view.end, view.rules.slotMinutes, zone).map((chip) => (
          <Button
            key={chip.by}
            variant={isEnd(chip.end) ? 'filled' : 'default'}
            aria-pressed={isEnd(chip.end)}
            onClick={() => form.mantine.setFieldValue('end', new Date(chip.end).toISOString())}
          >
            {chip.by === 'day' ? t('reservations.extend.day') : t('reservations.extend.minutes', { minutes: chip.by })}
          </Button>
        ))}
      </div>
      <MomentField
        form={form}
        path="end"
        description={t('guest.zone', { zone })}
        zone={zone}
        min={Date.parse(view.end)}
      />
    </fieldset>
  )
}
