import { Button, Progress } from '@mantine/core'
import { allProblemKinds, problemAreas, problemKinds } from '../../../contract/problems.ts'
import { formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './issues.module.css'
import { KindPanel } from './kind-panel.tsx'
import { useChecks } from './use-checks.ts'

/** Inconsistent data in users, reservations and devices: each kind explained, and mended by a click or on the page that it leads to (ADM-21). */
export function Issues() {
  const t = useT()
  const { outcomes, done, running, again } = useChecks()
  const wrong = allProblemKinds.filter((kind) => {
    const outcome = outcomes.get(kind)
    return outcome !== undefined && (!outcome.ok || outcome.view.found.length > 0)
  })
  const times = [...outcomes.values()].flatMap((outcome) => (outcome.ok ? [outcome.view.checkedAt] : []))
  const last = times.sort().at(-1)
  return (
    <Page
      title={t('issues.title')}
      lead={t('issues.lead')}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="refresh" size={18} />}
          loading={running}
          onClick={() => again()}
        >
          {t('issues.again')}
        </Button>
      }
    >
      {running ? (
        <div className={classes.progress} role="status">
          <span>{t('issues.progress', { done, all: allProblemKinds.length })}</span>
          <Progress
            className={classes.bar ?? ''}
            value={(done / allProblemKinds.length) * 100}
            aria-label={t('issues.progress.label')}
          />
        </div>
      ) : (
        last !== undefined &&
        wrong.length > 0 && (
          <p role="status">
            {t('issues.checked', { kinds: allProblemKinds.length, wrong: wrong.length, time: formatTime(last) })}
          </p>
        )
      )}
      {!running && wrong.length === 0 && last !== undefined && (
        <Panel>
          <EmptyState
            icon="check"
            title={t('issues.none', { time: formatTime(last) })}
            text={t('issues.none.text', { count: allProblemKinds.length })}
          />
        </Panel>
      )}
      <div className={classes.areas}>
        {problemAreas.map((area) => {
          const kinds = wrong.filter((kind) => problemKinds[kind].area === area)
          return (
            kinds.length > 0 && (
              <section className={classes.areas} key={area} aria-label={t(`issues.area.${area}`)}>
                {kinds.map((kind) => {
                  const outcome = outcomes.get(kind)
                  return outcome && <KindPanel key={kind} kind={kind} outcome={outcome} again={() => again(kind)} />
                })}
              </section>
            )
          )
        })}
      </div>
    </Page>
  )
}
