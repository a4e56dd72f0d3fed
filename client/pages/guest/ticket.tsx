import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { formatList } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Maintenance } from '../../reservation/maintenance.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Lazy } from '../../ui/lazy.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton, RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CopyLink } from './copy-link.tsx'
import { guestToken } from './guest-link.ts'
import { LinkElsewhere } from './link-elsewhere.tsx'
import { Place } from './place.tsx'
import { Span } from './span.tsx'
import classes from './ticket.module.css'
import { guestSummary, type Ticket as TicketData } from './ticket-state.ts'
import { type FinalRefusal, isFinal, useSummary } from './use-summary.ts'

/** The controls load after the rest of the page. */
const guestOpen = lazyPart(
  () => import('../../opening/guest-open.tsx'),
  ({ GuestOpen }) => GuestOpen,
)

/** The page of a guest link: which place, where, when, and the way to open it. It needs no account. */
export function Ticket() {
  const token = guestToken(useParams({ from: '/eticket/$token' }).token)
  return token === null ? <LinkElsewhere /> : <Opened key={token} token={token} />
}

function Opened({ token }: { token: string }) {
  const { shown, refusal, asOf, asking, refresh, retry } = useSummary(token, guestSummary)
  // The live view learns at once that the link was revoked; the summary only with its next request.
  const [ended, setEnded] = useState<FinalRefusal | null>(null)
  const onRefused = useCallback((code: string) => isFinal(code) && setEnded(code), [])
  if (ended !== null) return <Refused code={ended} />
  if (refusal && isFinal(refusal.code)) return <Refused code={refusal.code} />
  if (shown === null)
    return refusal === null ? <PageSkeleton /> : <Failed refusal={refusal} asking={asking} onRetry={retry} />
  const live = { asOf, fresh: refusal === null }
  return <Shown ticket={shown} live={live} token={token} onOver={refresh} onRefused={onRefused} />
}

interface ShownProps {
  ticket: TicketData
  live: { asOf: number; fresh: boolean }
  token: string
  onOver: () => void
  onRefused: (code: string) => void
}

function Shown({ ticket, live, token, onOver, onRefused }: ShownProps) {
  const t = useT()
  const types = [...new Set(ticket.devices.map(({ deviceType }) => deviceType))]
  return (
    <Page
      title={formatList(ticket.devices.map(({ name }) => name))}
      lead={`${formatList(types)} · ${ticket.site.name}`}
      live={live.fresh ? undefined : live}
    >
      <Maintenance of={ticket} hint={t('displacement.askSender')} />
      <Lazy part={guestOpen} waiting={<RowsSkeleton rows={2} height="9rem" />} anew={live.fresh}>
        {(GuestOpen) => <GuestOpen token={token} onRefused={onRefused} />}
      </Lazy>
      <div className={classes.parts}>
        <div className={classes.part}>
          <Span ticket={ticket} onChange={onOver} />
          <Way devices={ticket.devices} />
        </div>
        <Place ticket={ticket} />
        <About />
        <CopyLink token={token} />
      </div>
      <p className={classes.number}>{t('common.reservationNumber', { number: String(ticket.number) })}</p>
    </Page>
  )
}

/** Devices of a way in the order in which a person passes them; a single one without a path needs no list. */
export function Way({ devices }: { devices: TicketData['devices'] }) {
  const t = useT()
  if (devices.length < 2 && devices.every(({ pathName }) => pathName === null)) return null
  return (
    <Panel title={t('guest.devices.title')}>
      <ol className={classes.way}>
        {devices.map(({ id, name, deviceType, pathName }) => (
          <li className={classes.wayItem} key={id}>
            <strong>{name}</strong>
            <span className={classes.wayPart}>{deviceType}</span>
            {pathName !== null && <span className={classes.wayPart}>{t('common.pathName', { name: pathName })}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** What the page can and cannot do. */
function About() {
  const t = useT()
  return (
    <Panel title={t('guest.about.title')}>
      <ul className={classes.about}>
        <li className={classes.aboutItem}>
          <Icon className={classes.aboutIcon} name="check" />
          {t('guest.about.see')}
        </li>
        <li className={classes.aboutItem}>
          <Icon className={classes.aboutIcon} name="hand" />
          {t('guest.about.open')}
        </li>
        <li className={classes.aboutItem}>
          <Icon className={classes.aboutIcon} name="key" />
          {t('guest.about.secret')}
        </li>
      </ul>
      <Link to="/contact" className={classes.link}>
        {t('common.contactSupport')}
      </Link>
    </Panel>
  )
}

const refusedIcons: Readonly<Record<FinalRefusal, IconName>> = {
  'eticket-invalid': 'help',
  'eticket-expired': 'history',
  'eticket-canceled': 'cross',
  'eticket-not-allowed': 'blocked',
}

/** Why the ticket opens nothing. Somebody without a ticket may have an account. */
export function Refused({ code }: { code: FinalRefusal }) {
  const t = useT()
  return (
    <Page title={t('guest.title')}>
      <EmptyState
        icon={refusedIcons[code]}
        title={t(`guest.refused.${code}`)}
        text={refusalText({ code })}
        action={
          code === 'eticket-invalid' && (
            <Button component={Link} to="/users/login">
              {t('guest.refused.login')}
            </Button>
          )
        }
      />
    </Page>
  )
}

/** No usable reply: it is requested again automatically when the network is back. */
export function Failed({
  refusal,
  asking,
  onRetry,
}: {
  refusal: Refusal<string>
  asking: boolean
  onRetry: () => void
}) {
  const t = useT()
  const silent = refusal.code === 'no-answer'
  return (
    <Page title={t('guest.title')}>
      <EmptyState
        icon={silent ? 'offline' : 'alert'}
        title={t(silent ? 'guest.failed.offline' : 'ui.error.title')}
        text={refusalText(refusal)}
        action={
          <Button variant="default" loading={asking} leftSection={<Icon name="refresh" size={18} />} onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        }
      />
    </Page>
  )
}
