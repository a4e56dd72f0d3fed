import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type LogRow, read } from '../../../contract/logs.ts'
import { SupportCode } from '../../commands/support-code.tsx'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { levelLooks } from './log-words.ts'
import classes from './logs.module.css'

const route = getRouteApi('/logs/$lineId')

/** One line of the log: what it means, what it is about, and all its details, to be copied. */
export function Line() {
  const t = useT()
  const { lineId } = route.useParams()
  const given = /^[1-9]\d{0,14}$/.test(lineId) ? Number(lineId) : null
  const { view, refusal, retry } = useQuery(read, given === null ? null : { lineId: given })
  const back = <BackButton otherwise="/logs">{t('logs.title')}</BackButton>
  if (given === null || refusal?.code === 'not-found')
    return (
      <Page title={t('logs.title')} back={back}>
        <EmptyState icon="list" title={t('logs.gone')} text={t('logs.gone.text')} />
      </Page>
    )
  if (view !== null) return <Shown line={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('logs.title')} back={back}>
      <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
    </Page>
  )
}

function Shown({ line }: { line: LogRow }) {
  const t = useT()
  const details = Object.entries(line.facts)
  return (
    <Page
      title={t(`logs.kind.${line.kind}`)}
      lead={t(`logs.area.${line.area}`)}
      back={<BackButton otherwise="/logs">{t('logs.title')}</BackButton>}
      width="read"
      actions={
        <>
          <Badge {...levelLooks[line.level]}>{t(`logs.level.${line.level}`)}</Badge>
          <CopyLine line={line} />
        </>
      }
    >
      <Panel>
        <div className={classes.meaning}>
          <p className={classes.meaningText}>{t(`logs.meaning.${line.kind}`)}</p>
          <Facts>
            <Fact name={t('common.time')}>{formatDateTime(line.at, undefined, { seconds: true })}</Fact>
            {line.times > 1 && <Fact name={t('logs.often')}>{t('logs.times', { count: line.times })}</Fact>}
            {line.supportCode !== null && (
              <Fact name={t('common.supportCode')}>
                <SupportCode code={line.supportCode} />
              </Fact>
            )}
            {line.person !== null && <Fact name={t('bookings.column.person')}>{line.person.name}</Fact>}
            {line.subject !== null && (
              <Fact name={t('common.about')}>
                <Subject subject={line.subject} />
              </Fact>
            )}
          </Facts>
        </div>
      </Panel>
      <Panel title={t('logs.details')}>
        <div className={classes.meaning}>
          <p className={classes.written} lang="en">
            {line.message}
          </p>
          {details.length > 0 && (
            <Facts>
              {details.map(([name, value]) => (
                <Fact key={name} name={name}>
                  <span className={classes.written}>{String(value)}</span>
                </Fact>
              ))}
            </Facts>
          )}
        </div>
      </Panel>
    </Page>
  )
}

function Subject({ subject }: { subject: NonNullable<LogRow['subject']> }) {
  const t = useT()
  const id = String(subject.id)
  if (subject.kind === 'reservation')
    return (
      <Link to="/reservations/$reservationId" params={{ reservationId: id }}>
        {t('logs.subject.reservation')}
      </Link>
    )
  if (subject.kind === 'gateway')
    return (
      <Link to="/gateway/$gatewayId" params={{ gatewayId: id }}>
        {t('logs.subject.gateway')}
      </Link>
    )
  return (
    <Link to="/messages/$messageId" params={{ messageId: id }}>
      {t('logs.subject.message')}
    </Link>
  )
}

/** Copies the whole line, for a mail to the support. */
function CopyLine({ line }: { line: LogRow }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const back = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(back)
  }, [copied])
  const copy = () =>
    void navigator.clipboard?.writeText(JSON.stringify(line, null, 2)).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />} onClick={copy}>
      {t(copied ? 'devices.support.copied' : 'common.copy')}
    </Button>
  )
}
