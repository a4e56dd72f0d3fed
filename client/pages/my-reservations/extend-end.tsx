import { Button } from '@mantine/core'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { MomentInput } from '../../dates/moment-input.tsx'
import { useT } from '../../i18n/i18n.ts'
import { endChips } from './ends.ts'
import classes from './reservations.module.css'

interface ExtendEndProps {
  view: ReservationView
  /** ms */
  end: number | null
  disabled: boolean
  onPick: (end: number) => void
}

/** The new end: one tap for the usual ones, or any moment by the clock of the place. */
export function ExtendEnd({ view, end, disabled, onPick }: ExtendEndProps) {
  const t = useT()
  const zone = view.site.timeZone
  return (
    <fieldset className={classes.end} disabled={disabled}>
      <legend className={classes.endLegend}>{t('reservations.extend.until')}</legend>
      <div className={classes.chips}>
        {endChips(view.end, view.rules.slotMinutes, zone).map((chip) => (
          <Button
            key={chip.by}
            variant={chip.end === end ? 'filled' : 'default'}
            aria-pressed={chip.end === end}
            onClick={() => onPick(chip.end)}
          >
            {chip.by === 'day' ? t('reservations.extend.day') : t('reservations.extend.minutes', { minutes: chip.by })}
          </Button>
        ))}
      </div>
      <MomentInput
        label={t('reservations.extend.end')}
        description={t('guest.zone', { zone })}
        value={end ?? Date.parse(view.end)}
        zone={zone}
        min={Date.parse(view.end)}
        disabled={disabled}
        onChange={(moment) => moment !== null && onPick(moment)}
      />
    </fieldset>
  )
}
