import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { mine } from '../../../contract/reservations.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { openingOf } from '../../reservation/actions.ts'
import { staysOf } from '../../reservation/stays.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './start.module.css'
import { StayPanel } from './stay-panel.tsx'

const all = (rows: ReservationView[]) => rows
const everySecond = (listener: () => void) => onTick(1_000, listener)

/** What a visitor comes for: the running or next reservation, with the way to open it, else the search. Live. */
export function NextStay() {
  const t = useT()
  const live = useWatch(mine, {})
  const rows = useRows(live, 'reservation', all)
  // Time alone ends a stay and opens the next one: drawn again when that changes what is shown.
  const shown = useCallback(() => {
    const now = serverNow()
    return staysOf(rows, now)
      .map((stay) => `${stay[0].id} ${openingOf(stay, now).refusal}`)
      .join()
  }, [rows])
  useSyncExternalStore(everySecond, shown)
  if (live.state === 'error' && live.refusal)
    return <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
  if (live.state === 'loading') return <RowsSkeleton rows={1} height="13rem" />
  const [stay, ...others] = staysOf(rows, serverNow())
  if (stay === undefined)
    return (
      <Panel>
        <EmptyState
          icon="search"
          title={t('home.start.free.title')}
          text={t('home.start.free.text')}
          action={
            <Button component={Link} to="/reservations/add" size="lg" leftSection={<Icon name="search" size={20} />}>
              {t('home.hero.search')}
            </Button>
          }
        />
      </Panel>
    )
  return (
    <>
      <StayPanel key={stay[0].id} stay={stay} />
      <div className={classes.more}>
        <Button
          component={Link}
          to="/reservations/add"
          variant="default"
          leftSection={<Icon name="search" size={18} />}
        >
          {t('home.hero.search')}
        </Button>
        {others.length > 0 && (
          <Button
            component={Link}
            to="/reservations/current"
            variant="default"
            leftSection={<Icon name="ticket" size={18} />}
          >
            {t('home.start.others', { count: others.length })}
          </Button>
        )}
      </div>
    </>
  )
}
