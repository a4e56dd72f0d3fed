import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type * as z from 'zod'
import { counts, read } from '../../../contract/messages.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { messageState, reasonOf } from './message-words.ts'
import classes from './messages.module.css'
import { SendAgain } from './send-again.tsx'

type Said = z.output<(typeof read)['reply']>
const route = getRouteApi('/messages/$messageId')

/** One message as it was written, with its outcome. */
export function MessageScreen() {
  const t = useT()
  const { messageId } = route.useParams()
  const moved = useChangeCounter(useWatch(counts, {}), 'messageCounts')
  const found = useQuery(read, /^[1-9]\d{0,14}$/.test(messageId) ? { messageId: Number(messageId) } : null, moved)
  const { view, refusal, retry } = found
  if (!/^[1-9]\d{0,14}$/.test(messageId) || refusal?.code === 'not-found') {
    return (
      <Page title={t('common.messages')} back={<Back />}>
        <EmptyState icon="send" title={t('messages.read.gone')} text={t('messages.read.gone.text')} />
      </Page>
    )
  }
  if (view === null && refusal !== null) {
    return (
      <Page title={t('common.messages')} back={<Back />}>
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      </Page>
    )
  }
  return view === null || found.former ? <PageSkeleton /> : <Shown said={view} onSent={retry} />
}

function Back() {
  const t = useT()
  return <BackButton otherwise="/messages">{t('common.messages')}</BackButton>
}

function Shown({ said, onSent }: { said: Said; onSent: () => void }) {
  const t = useT()
  const { tone, icon, key } = messageState(said)
  return (
    <Page
      title={said.subject ?? t(`messages.kind.${said.kind}`)}
      lead={[t(`messages.channel.${said.channel}`), t(`messages.kind.${said.kind}`)].join(' · ')}
      back={<Back />}
      width="read"
      actions={
        <Badge tone={tone} icon={icon}>
          {t(key)}
        </Badge>
      }
    >
      <Panel>
        <SaidFacts said={said} />
        {said.state === 'failed' && (
          <div className={classes.again}>
            <SendAgain item={said} onSent={onSent} />
          </div>
        )}
      </Panel>
      <Panel>
        <Letter said={said} />
      </Panel>
    </Page>
  )
}

function SaidFacts({ said }: { said: Said }) {
  const t = useT()
  const zone = said.site?.timeZone
  const time = (at: string) => formatDateTime(at, zone, { seconds: true })
  const reason = said.state === 'sent' ? null : reasonOf(said, t)
  return (
    <Facts>
      <Fact name={t('messages.column.to')}>
        {said.person === null ? said.recipient : `${said.person} · ${said.recipient}`}
      </Fact>
      {reason !== null && <Fact name={t('messages.fact.error')}>{reason}</Fact>}
      {said.sentAt !== null && (
        <Fact name={t(said.via === 'outbox' ? 'messages.fact.kept' : 'messages.fact.sent')}>{time(said.sentAt)}</Fact>
      )}
      {said.sentAt === null && said.lastAttemptAt !== null && (
        <Fact name={t('messages.fact.tried')}>{time(said.lastAttemptAt)}</Fact>
      )}
      {said.nextAttemptAt !== null && <Fact name={t('messages.fact.next')}>{time(said.nextAttemptAt)}</Fact>}
      <Fact name={t('messages.column.tries')}>{String(said.attempts)}</Fact>
      <Fact name={t('messages.fact.created')}>{time(said.createdAt)}</Fact>
      {said.reservation !== null && (
        <Fact name={t('common.reservation')}>
          <Link to="/reservations/$reservationId" params={{ reservationId: String(said.reservation.id) }}>
            {String(said.reservation.number)}
          </Link>
        </Fact>
      )}
      {said.site !== null && <Fact name={t('common.site')}>{said.site.name}</Fact>}
    </Facts>
  )
}

/** The mail in a sandboxed frame, with inactive links; as text it is always readable. */
function Letter({ said: { html, text, language } }: { said: Said }) {
  const t = useT()
  const [shown, setShown] = useState<'html' | 'text'>('html')
  const plain = html === null || shown === 'text'
  return (
    <div className={classes.letter}>
      {html !== null && (
        <SegmentedFilter
          className={classes.look}
          label={t('messages.read.view')}
          options={[
            { value: 'html', label: t('messages.read.html') },
            { value: 'text', label: t('messages.read.text') },
          ]}
          value={shown}
          onChange={setShown}
        />
      )}
      {plain ? (
        <pre className={classes.letterSource} lang={language}>
          {text}
        </pre>
      ) : (
        <iframe
          className={classes.letterFrame}
          title={t('messages.read.frame')}
          sandbox=""
          srcDoc={html.replaceAll(' href="', ' data-to="')}
        />
      )}
    </div>
  )
}
