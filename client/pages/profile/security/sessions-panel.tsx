import { Button } from '@mantine/core'
import type * as z from 'zod'
import { endOtherSessions, endSession, sessions, type sessionView } from '../../../../contract/session/security.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { refusalText, useT } from '../../../i18n/i18n.ts'
import type { Answered } from '../../../link/send.ts'
import { sendConfirmed } from '../../../security/confirm-identity.ts'
import { useQuery } from '../../../stores/use-query.ts'
import { notify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/page.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Badge } from '../../../ui/status-badge.tsx'
import classes from './security.module.css'

type SessionRow = z.output<typeof sessionView>

/** Where the person is signed in, and the end of it: screens there close at once. */
export function SessionsPanel() {
  const t = useT()
  const { view, refusal, retry } = useQuery(sessions, {})
  const end = async (ending: Promise<Answered<{ ended: number }, 'confirm-identity'>>) => {
    const answer = await ending
    if (answer.ok) notify.success(t('security.sessions.ended', { count: answer.reply.ended }))
    else notify.refusal(answer.refusal)
    retry()
  }
  const deviceOf = ({ browser, system }: SessionRow) =>
    t('security.sessions.device', { browser: browser ?? 'none', system: system ?? 'none' })
  const placeOf = ({ network, address }: SessionRow) =>
    network === null || address === null ? null : t(`security.sessions.network.${network}`, { address })
  const factsOf = (row: SessionRow) => [
    t('security.sessions.facts', { since: formatDateTime(row.startedAt), used: formatDateTime(row.lastUsedAt) }),
    t('security.sessions.screens', { count: row.openScreens }),
  ]
  return (
    <Panel title={t('security.sessions.title')}>
      <p className={classes.text}>{t('security.sessions.text')}</p>
      {view === null && refusal === null && <RowsSkeleton rows={2} height="4rem" />}
      {view === null && refusal !== null && <ErrorState text={refusalText(refusal)} onRetry={retry} />}
      {view && (
        <ul className={classes.rows} aria-label={t('security.sessions.title')}>
          {view.map((row) => (
            <li key={row.id} className={classes.row}>
              <div className={classes.what}>
                <strong>{deviceOf(row)}</strong>
                {row.current && (
                  <Badge tone="success" icon="check">
                    {t('security.sessions.current')}
                  </Badge>
                )}
                {[placeOf(row), ...factsOf(row)].map(
                  (fact) =>
                    fact && (
                      <span key={fact} className={classes.facts}>
                        {fact}
                      </span>
                    ),
                )}
              </div>
              {!row.current && (
                <Button
                  variant="default"
                  aria-label={t('security.sessions.endOf', { device: deviceOf(row) })}
                  onClick={() => void end(sendConfirmed(endSession, { sessionId: row.id }))}
                >
                  {t('security.sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {view && view.length > 1 && (
        <Button variant="default" onClick={() => void end(sendConfirmed(endOtherSessions, {}))}>
          {t('security.sessions.endOthers')}
        </Button>
      )}
    </Panel>
  )
}
