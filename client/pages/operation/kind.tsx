import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type StoredKind, storage } from '../../../contract/operation.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { formatBytes } from '../../i18n/measures.ts'
import { Age } from '../../ui/age.tsx'
import { Alert } from '../../ui/alert.tsx'
import { BackButton } from '../../ui/back-button.tsx'
import { Fact, FactNote, Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { DeleteNow } from './delete-now.tsx'
import { KindTables } from './kind-tables.tsx'
import { Runs } from './runs.tsx'
import { SpanDialog } from './span-dialog.tsx'
import { refreshMs } from './storage.tsx'
import { useRefreshed } from './use-refreshed.ts'
import { canChange, goneText, keptText, percentOf } from './words.ts'

const route = getRouteApi('/operation/storage/$kind')

/** One kind of data: its size, its span and how to change it, its tables, and what was deleted when. */
export function Kind() {
  const t = useT()
  const { kind } = route.useParams()
  const { view, refusal, retry } = useRefreshed(storage, {}, refreshMs)
  const stored = view?.kinds.find((each) => each.kind === kind)
  const back = <BackButton otherwise="/operation/storage">{t('operation.title')}</BackButton>
  if (view === null && refusal !== null) {
    return (
      <Page title={t('operation.title')} back={back}>
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      </Page>
    )
  }
  if (view === null) return <PageSkeleton />
  if (stored === undefined) {
    return (
      <Page title={t('operation.title')} back={back}>
        <EmptyState icon="search" title={t('operation.gone')} text={t('operation.gone.text')} />
      </Page>
    )
  }
  return (
    <Page
      title={t(`operation.kind.${stored.kind}`)}
      lead={t(`operation.kind.${stored.kind}.hint`)}
      back={back}
      live={{ fresh: refusal === null, asOf: view.asOf }}
      actions={stored.retention && <Actions stored={stored} onDone={retry} />}
    >
      <Running stored={stored} />
      <KindFacts stored={stored} outboxMinutes={view.outboxMinutes} />
      <Panel title={t('operation.tables')}>
        <KindTables tables={stored.tables} />
      </Panel>
      {stored.retention && <Runs retention={stored.retention} />}
    </Page>
  )
}

function Actions({ stored, onDone }: { stored: StoredKind; onDone: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { retention, kind } = stored
  if (retention === null) return null
  return (
    <>
      <DeleteNow retention={retention} onDone={onDone} />
      {canChange(kind) && (
        <Button leftSection={<Icon name="edit" size={18} />} onClick={() => setOpen(true)}>
          {t('operation.change')}
        </Button>
      )}
      {open && (
        <SpanDialog
          retention={retention}
          onClose={() => {
            setOpen(false)
            onDone()
          }}
        />
      )}
    </>
  )
}

/** What is being deleted at the moment, with how far it is. */
function Running({ stored: { retention } }: { stored: StoredKind }) {
  const t = useT()
  const running = retention?.running
  if (!running) return null
  const { problem } = running
  return (
    <Alert
      severity={problem ? 'warning' : 'info'}
      title={t('operation.running.title', { date: formatDate(running.before, 'UTC') })}
    >
      {problem
        ? t('operation.running.problem', { problem })
        : `${t('operation.running.text', { gone: goneText(running, t) })} ${t('operation.state.running', { percent: percentOf(running.progress) })}`}
    </Alert>
  )
}

function KindFacts({ stored, outboxMinutes }: { stored: StoredKind; outboxMinutes: number }) {
  const t = useT()
  const { retention, bytes, rows, growthPerDay, in30Days, in365Days, oldest } = stored
  const changed = retention?.changed
  const set = changed
    ? changed.by === null
      ? t('operation.fact.kept.on', { date: formatDate(changed.at) })
      : t('operation.fact.kept.by', { name: changed.by, date: formatDate(changed.at) })
    : retention && t('operation.fact.kept.default')
  return (
    <Panel>
      <Facts>
        <Fact name={t('operation.fact.bytes')}>{formatBytes(bytes)}</Fact>
        <Fact name={t('operation.fact.rows')}>{rows === null ? '–' : formatNumber(rows, 0)}</Fact>
        <Fact name={t('operation.fact.growth')}>
          {growthPerDay === null ? t('operation.unknown') : formatBytes(growthPerDay)}
        </Fact>
        {in30Days !== null && <Fact name={t('operation.fact.in30')}>{formatBytes(in30Days)}</Fact>}
        {in365Days !== null && <Fact name={t('operation.fact.in365')}>{formatBytes(in365Days)}</Fact>}
        {oldest !== null && <Fact name={t('operation.column.oldest')}>{formatDate(oldest)}</Fact>}
        <Fact name={t('operation.column.kept')}>
          {keptText(stored, outboxMinutes, t)} {set && <FactNote>{set}</FactNote>}
        </Fact>
        {retention && (
          <Fact name={t('operation.fact.last')}>
            {retention.last ? (
              <>
                <Age at={retention.last.endedAt} /> <FactNote>{goneText(retention.last, t)}</FactNote>
              </>
            ) : (
              t('operation.fact.last.none')
            )}
          </Fact>
        )}
        {retention && (
          <Fact name={t('operation.fact.checked')}>
            <Age at={retention.checkedAt} />
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}
