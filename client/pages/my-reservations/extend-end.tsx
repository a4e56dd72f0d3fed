import { Button, TextInput } from '@mantine/core'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { fieldOf, momentOfField } from '../../charts/zone.ts'
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
  const shown = end ?? Date.parse(view.end)
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
      <TextInput
        type="datetime-local"
        label={t('reservations.extend.end')}
        description={t('guest.zone', { zone })}
        value={fieldOf(shown, zone)}
        min={fieldOf(Date.parse(view.end), zone)}
        step={60}
        onChange={(event) => {
          const moment = momentOfField(event.currentTarget.value, zone)
          if (moment !== null) onPick(moment)
        }}
      />
    </fieldset>
  )
}
