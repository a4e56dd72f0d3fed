import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type * as z from 'zod'
import { sessionMe } from '../../../contract/session.ts'
import { status, unlink } from '../../../contract/university.ts'
import { formatDateTime, formatList } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackButton } from '../../ui/back-button.tsx'
import { serverNow } from '../../ui/clock.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { LinkUniversity } from './link-university.tsx'

type Linked = NonNullable<z.output<(typeof status)['reply']>['link']>

/** A visitor's account at a university: linked, it opens what is for its staff or students (PRIV-3, ACC-10). */
export function University() {
  const t = useT()
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const { view, refusal, retry } = useQuery(status, {}, moved)
  return (
    <Page
      title={t('university.title')}
      lead={t('university.lead')}
      width="read"
      back={<BackButton otherwise="/codes">{t('codes.title')}</BackButton>}
    >
      {view === null && refusal === null && <RowsSkeleton rows={2} height="4rem" />}
      {view === null && refusal && (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
      {view?.link && <LinkedAccount link={view.link} onChange={retry} />}
      {view && view.universities.length > 0 && (
        <LinkUniversity universities={view.universities} linked={view.link !== null} />
      )}
      {view && view.link === null && view.universities.length === 0 && (
        <EmptyState
          icon="key"
          title={t('university.none')}
          text={t('university.none.text')}
          action={
            <Button component={Link} to="/codes/add">
              {t('codes.add')}
            </Button>
          }
        />
      )}
    </Page>
  )
}

function LinkedAccount({ link, onChange }: { link: Linked; onChange: () => void }) {
  const t = useT()
  const name = link.label ?? t('university.gone')
  const end = async () => {
    const sure = await confirm({
      title: t('university.unlink.title', { name }),
      text: t('university.unlink.text'),
      act: t('common.removeLink'),
      tone: 'error',
    })
    if (!sure) return
    const answer = await send(unlink, {})
    if (answer.ok) notify.success(t('university.unlink.done'))
    else notify.refusal(answer.refusal, { title: t('university.unlink.failed') })
    onChange()
  }
  return (
    <Panel title={t('university.linked')}>
      <Facts>
        <Fact name={t('university.name')}>{name}</Fact>
        <Fact name={t('university.groups')}>
          {link.groups.length === 0
            ? t('university.groups.none')
            : formatList(link.groups.map((group) => t(`university.group.${group}`)))}
        </Fact>
        <Fact name={t('university.linkedAt')}>
          <time dateTime={link.linkedAt}>{formatDateTime(link.linkedAt)}</time>
        </Fact>
        <Fact name={t('university.checkedAt')}>
          <time dateTime={link.checkedAt}>{formatDateTime(link.checkedAt)}</time>
        </Fact>
        <Fact name={t('university.validUntil')}>
          <time dateTime={link.validUntil}>{formatDateTime(link.validUntil)}</time>
        </Fact>
      </Facts>
      {Date.parse(link.validUntil) <= serverNow() && <Alert severity="warning">{t('university.expired')}</Alert>}
      <Button variant="default" mt="md" onClick={() => void end()}>
        {t('common.removeLink')}
      </Button>
    </Panel>
  )
}
