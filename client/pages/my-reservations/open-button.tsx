import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { opensAt } from '../../../machines/reservation-rules.ts'
import { formatCountdown, formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { openingOf } from '../../reservation/actions.ts'
import type { Stay } from '../../reservation/stays.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import classes from './reservations.module.css'

const everySecond = (listener: () => void) => onTick(1_000, listener)
/** The button counts down this many seconds before it opens. */
const nearSeconds = 3_600

/** Link to the open screen: the main action while the stay can be opened; before that it says when, and counts down at the end. */
export function OpenButton({ stay }: { stay: Stay }) {
  const t = useT()
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 1_000) * 1_000)
  const { view, refusal } = openingOf(stay, now)
  const label = t('open.do.open', { device: view.device.name })
  if (refusal === null)
    return (
      <Button
        component={Link}
        to="/reserved-parking-lots/$reservationId/open"
        params={{ reservationId: String(view.id) } as never}
        className={classes.open ?? ''}
        leftSection={<Icon name="open" size={22} />}
        aria-label={label}
      >
        {t('open.card.open')}
      </Button>
    )
  const early = refusal === 'reservation-not-begun'
  const at = opensAt({ start: new Date(view.start), prebookMinMinutes: view.rules.prebookMinMinutes })
  const seconds = (at.getTime() - now) / 1_000
  return (
    <ReasonButton
      icon="open"
      label={label}
      reason={
        early ? t('open.card.at', { time: formatDateTime(at, view.site.timeZone) }) : refusalText({ code: refusal })
      }
      onAct={() => {}}
    >
      {early && seconds <= nearSeconds ? t('open.card.in', { time: formatCountdown(seconds) }) : t('open.card.open')}
    </ReasonButton>
  )
}
