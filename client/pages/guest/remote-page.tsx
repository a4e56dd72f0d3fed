import type { ReactNode } from 'react'
import { formatEuros, formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Maintenance } from '../../reservation/maintenance.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { CopyLink } from './copy-link.tsx'
import { Place } from './place.tsx'
import { linkSummary, type Remote } from './remote.ts'
import { Span } from './span.tsx'
import classes from './ticket.module.css'
import { Failed, Refused, Way } from './ticket.tsx'
import { isFinal, type SummaryState, useSummary } from './use-summary.ts'

interface RemotePageProps {
  token: string
  /** What the holder of this link may do. */
  children?: (remote: Remote, state: SummaryState<Remote>) => ReactNode
  /** Stands at the end of the page. */
  foot?: (remote: Remote, state: SummaryState<Remote>) => ReactNode
}

/** A reservation behind a link: place, time, directions, state; no account needed. */
export function RemotePage({ token, children, foot }: RemotePageProps) {
  const state = useSummary(token, linkSummary)
  const { shown: remote, refusal } = state
  if (refusal && isFinal(refusal.code)) return <Refused code={refusal.code} />
  if (remote === null) {
    return refusal === null ? (
      <PageSkeleton />
    ) : (
      <Failed refusal={refusal} asking={state.asking} onRetry={state.retry} />
    )
  }
  return (
    <Shown token={token} remote={remote} state={state} foot={foot?.(remote, state)}>
      {children?.(remote, state)}
    </Shown>
  )
}

interface ShownProps {
  token: string
  remote: Remote
  state: SummaryState<Remote>
  foot: ReactNode
  children: ReactNode
}

function Shown({ token, remote, state, foot, children }: ShownProps) {
  const t = useT()
  const types = [...new Set(remote.devices.map(({ deviceType }) => deviceType))]
  const live = state.refusal === null ? undefined : { fresh: false, asOf: state.asOf }
  return (
    <Page
      title={formatList(remote.devices.map(({ name }) => name))}
      lead={`${formatList(types)} · ${remote.site.name}`}
      live={live}
    >
      <Maintenance of={remote} />
      <div className={classes.parts}>
        <div className={classes.part}>
          <Span ticket={remote} onChange={state.refresh} />
          <Way devices={remote.devices} />
          {children}
        </div>
        <Place ticket={remote} />
        <About remote={remote} />
        <CopyLink token={token} />
      </div>
      {foot}
      <p className={classes.number}>{t('common.reservationNumber', { number: String(remote.number) })}</p>
    </Page>
  )
}

/** Access time and price, if the link reveals them. */
function About({ remote: { event, money } }: { remote: Remote }) {
  const t = useT()
  if (event === null && money === null) return null
  return (
    <Panel title={t('remote.about')}>
      <dl className={classes.facts}>
        {event !== null && (
          <div>
            <dt className={classes.factsTerm}>{t('remote.event')}</dt>
            <dd className={classes.factsValue}>{event}</dd>
          </div>
        )}
        {money !== null && (
          <div>
            <dt className={classes.factsTerm}>{t('remote.price')}</dt>
            <dd className={classes.factsValue}>
              {money.priceCents === 0 ? t('remote.free') : formatEuros(money.priceCents)}
            </dd>
          </div>
        )}
        {money !== null && money.refundedCents > 0 && (
          <div>
            <dt className={classes.factsTerm}>{t('remote.refunded')}</dt>
            <dd className={classes.factsValue}>{formatEuros(money.refundedCents)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}
