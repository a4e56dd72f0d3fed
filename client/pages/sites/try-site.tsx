import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { changes, list, startSimulation, stopSimulation } from '../../../contract/gateways.ts'
import { useCommand } from '../../commands/use-command.ts'
import { formatTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './sites.module.css'

/** Has the portal play the gateways of a site, and says clearly that it does; for admins. */
export function TrySite({ siteId }: { siteId: number }) {
  const t = useT()
  const moved = useChangeCounter(useWatch(changes, {}), 'gateway')
  const { view, refusal, retry } = useQuery(list, { filters: { siteId } }, moved)
  const { state, busy, run } = useCommand(false, retry)
  const until = view?.rows.map(({ simulatedUntil }) => simulatedUntil).find((each) => each !== null)
  const failed = state.kind === 'refused' ? state.refusal : refusal
  return (
    <Panel title={t('sites.try')}>
      <div className={classes.try}>
        {until ? (
          <Alert severity="warning" title={t('gateways.simulated')}>
            {t('gateways.simulated.until', { time: formatTime(until) })}
          </Alert>
        ) : (
          <p className={classes.tryText}>{t('sites.try.text')}</p>
        )}
        {failed !== null && <Alert severity="error">{refusalText(failed)}</Alert>}
        {until ? (
          <div className={classes.tryActions}>
            <Button variant="default" loading={busy} onClick={() => void run(() => send(stopSimulation, { siteId }))}>
              {t('sites.try.stop')}
            </Button>
            <Link className={classes.tryLink} to="/smart-remote">
              {t('shell.nav.remote')}
            </Link>
          </div>
        ) : (
          <Button
            variant="light"
            loading={busy}
            disabled={view === null}
            onClick={() => void run(() => send(startSimulation, { siteId }))}
          >
            {t('sites.try.start')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
