import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { reservation } from '../../../contract/reservations.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { withoutDisplacements } from '../../reservation/displacements.ts'
import { Maintenance } from '../../reservation/maintenance.tsx'
import { OwnDisplacements } from '../../reservation/own-displacements.tsx'
import { type Live, useRow, useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { CardActions } from './card-actions.tsx'
import { Dialogs, type Doing, doingOf } from './dialogs.tsx'
import { Access, Facts, Follow, Site } from './lot-facts.tsx'
import { Price } from './price.tsx'
import classes from './reservations.module.css'
import { Way } from './way.tsx'
import { StandingBadge, useStanding, When } from './when.tsx'

const route = getRouteApi('/reserved-parking-lots/$reservationId')
type OneLive = Live<(typeof reservation)['kinds'][number]>

/** One reservation in full, whatever its state (RES-2). */
export function Lot() {
  const id = Number(route.useParams().reservationId)
  return Number.isInteger(id) && id > 0 ? <Watched key={id} id={id} /> : <Gone />
}

function Watched({ id }: { id: number }) {
  const t = useT()
  const live = useWatch(reservation, { reservationId: id })
  const view = useRow(live, 'reservation', id)
  if (live.state === 'error' && live.refusal && live.refusal.code !== 'not-found') {
    return (
      <Page title={t('reservations.one')} back={<Back />}>
        <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
      </Page>
    )
  }
  if (view === null) return live.state === 'loading' ? <PageSkeleton /> : <Gone />
  return <Shown live={live} view={view} />
}

function Shown({ live, view }: { live: OneLive; view: ReservationView }) {
  const t = useT()
  const standing = useStanding(view)
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = useCallback(() => setDoing(null), [])
  const alive = standing === 'running' || standing === 'future'
  return (
    <Page
      title={view.device.name}
      lead={`${nameIn(view.device.type)} · ${view.site.name}`}
      back={<Back />}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      actions={<StandingBadge view={view} />}
    >
      <OwnDisplacements view={view} onAct={(action) => setDoing(doingOf(action, [view]))} />
      <Maintenance of={withoutDisplacements(view)} />
      <Follow view={view} />
      <div className={classes.grid}>
        <div className={classes.side}>
          <Panel title={t('reservations.when')}>
            <div className={classes.stack}>
              <When stay={[view]} />
              <Price stay={[view]} />
              {alive && <CardActions stay={[view]} onAct={(action) => setDoing(doingOf(action, [view]))} />}
            </div>
          </Panel>
          {view.children.length > 0 && (
            <Panel title={t('reservations.way')}>
              <Way view={view} />
            </Panel>
          )}
          {alive && <Access view={view} />}
        </div>
        <div className={classes.side}>
          <Site view={view} />
          <Facts view={view} />
        </div>
      </div>
      {doing && <Dialogs live={live} doing={doing} onClose={close} />}
    </Page>
  )
}

function Back() {
  const t = useT()
  return <BackButton otherwise="/reservations/current">{t('ui.back')}</BackButton>
}

function Gone() {
  const t = useT()
  return (
    <Page title={t('reservations.one')} back={<Back />}>
      <EmptyState icon="ticket" title={t('reservations.gone.title')} text={t('reservations.gone.text')} />
    </Page>
  )
}
