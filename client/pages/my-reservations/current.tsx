import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { mine } from '../../../contract/reservations.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { type Stay, staysOf } from '../../reservation/stays.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Dialogs, type Doing, doingOf } from './dialogs.tsx'
import classes from './reservations.module.css'
import { StayCard } from './stay-card.tsx'

const all = (rows: ReservationView[]) => rows
const everySecond = (listener: () => void) => onTick(1_000, listener)
const keyOf = (stays: readonly Stay[]) => stays.map((stay) => stay.map(({ id }) => id).join('+')).join(' ')

/** Running and future stays, live (RES-2). */
export function Current() {
  const t = useT()
  const live = useWatch(mine, {})
  const rows = useRows(live, 'reservation', all)
  // Time alone ends a stay: the list is checked every second and redrawn when it differs.
  const read = useCallback(() => keyOf(staysOf(rows, serverNow())), [rows])
  useSyncExternalStore(everySecond, read)
  const stays = staysOf(rows, serverNow())
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = useCallback(() => setDoing(null), [])
  return (
    <Page
      title={t('reservations.current')}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      actions={<BookButton />}
    >
      {live.state === 'error' && live.refusal ? (
        <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
      ) : live.state === 'loading' ? (
        <RowsSkeleton rows={2} height="15rem" />
      ) : stays.length === 0 ? (
        <EmptyState
          icon="ticket"
          title={t('reservations.none.title')}
          text={t('reservations.none.text')}
          action={
            <Button component={Link} to={'/reservations/history' as '/'} variant="default">
              {t('reservations.history')}
            </Button>
          }
        />
      ) : (
        <ul className={classes.cards}>
          {stays.map((stay) => (
            <li key={stay[0].id}>
              <StayCard stay={stay} onAct={(action) => setDoing(doingOf(action, stay))} />
            </li>
          ))}
        </ul>
      )}
      {doing && <Dialogs live={live} doing={doing} onClose={close} />}
    </Page>
  )
}

/** Link to another reservation. */
export function BookButton() {
  const t = useT()
  return (
    <Button component={Link} to={'/reservations/add' as '/'} leftSection={<Icon name="plus" size={18} />}>
      {t('reservations.book')}
    </Button>
  )
}
