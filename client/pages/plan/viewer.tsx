import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { useT } from '../../i18n/i18n.ts'
import { type PlanHandle, SitePlan } from '../../site-canvas/site-plan.tsx'
import type { PlanLive } from '../../sites/plan-live.ts'
import { Summary } from '../../sites/plan-summary.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Announcer } from '../../ui/announcer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import text from '../../ui/text.module.css'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { DeviceCard } from './device-card.tsx'
import { ExportButton } from './export-button.tsx'
import classes from './plan.module.css'
import { PlanTable } from './plan-table.tsx'
import type { PlanSearch } from './search.ts'

interface ViewerProps {
  live: PlanLive
  plan: PlanView
  picker: ReactNode
  mayEdit: boolean
}
const route = getRouteApi('/sites/visualization')

/** A plan to look at and to give commands from; the table tells the same. */
export function Viewer({ live, plan, picker, mayEdit }: ViewerProps) {
  const t = useT()
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const { show } = route.useSearch()
  const setSearch = useSearchChange<PlanSearch>()
  const [chosen, setChosen] = useState<number | null>(null)
  const selection = useMemo(() => new Set(chosen === null ? [] : [chosen]), [chosen])
  const canvas = useRef<PlanHandle>(null)
  const placed = plan.devices.some(({ place }) => place !== null)
  const table = compact && show === 'table'
  const edit = (
    <Button leftSection={<Icon name="edit" size={18} />} onClick={() => setSearch({ site: plan.siteId, edit: true })}>
      {t('plan.edit')}
    </Button>
  )
  const card = chosen !== null && <DeviceCard key={chosen} live={live} id={chosen} onClose={() => setChosen(null)} />
  return (
    <Page
      title={plan.siteName}
      lead={t('plan.lead')}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      actions={
        <>
          {mayEdit && (
            <Button
              variant="default"
              component={Link}
              to="/sites/time-machine"
              search={{ site: plan.siteId } as never}
              leftSection={<Icon name="clock" size={18} />}
            >
              {t('time-machine.open.plan')}
            </Button>
          )}
          {mayEdit && (
            <Button
              variant="default"
              component={Link}
              to="/devices"
              search={{ siteId: plan.siteId } as never}
              leftSection={<Icon name="device" size={18} />}
            >
              {t('common.devices')}
            </Button>
          )}
          {placed && <ExportButton live={live} plan={plan} />}
          {mayEdit && plan.devices.length > 0 && placed && edit}
        </>
      }
      tools={
        <>
          {picker}
          {compact && placed && (
            <SegmentedFilter
              label={t('plan.show')}
              value={table ? 'table' : 'canvas'}
              onChange={(value) => setSearch({ show: value === 'table' ? 'table' : undefined })}
              options={[
                { value: 'canvas', label: t('common.plan'), icon: 'map' },
                { value: 'table', label: t('common.table'), icon: 'list' },
              ]}
            />
          )}
        </>
      }
    >
      <Announcer />
      {plan.devices.length === 0 && (
        <EmptyState icon="device" title={t('plan.noDevices.title')} text={t('plan.noDevices.text')} />
      )}
      {plan.devices.length > 0 && !placed && (
        <EmptyState
          icon="map"
          title={t('plan.noPlaces.title')}
          text={t(mayEdit ? 'plan.noPlaces.text' : 'plan.noPlaces.view')}
          action={mayEdit && edit}
        />
      )}
      {placed && !table && (
        <div className={classes.board}>
          <div className={classes.drawing}>
            <SitePlan
              plan={plan}
              live={live.view}
              mode="view"
              selection={selection}
              onSelect={() => setChosen(null)}
              onOpenDetails={setChosen}
              handle={canvas}
            />
            <Disclosure label={t('plan.keys')}>
              <p className={text.note}>{t('plan.keys.view')}</p>
            </Disclosure>
          </div>
          {!compact && (
            <aside className={classes.side} aria-label={t('common.device')}>
              {card || <Alert severity="info">{t('plan.details.none')}</Alert>}
              <Panel title={t('common.states')}>
                <Summary live={live} plan={plan} />
              </Panel>
            </aside>
          )}
        </div>
      )}
      {compact && card && !table && (
        <Dialog title={plan.devices.find(({ id }) => id === chosen)?.name ?? ''} onClose={() => setChosen(null)}>
          {card}
        </Dialog>
      )}
      {plan.devices.length > 0 && (!compact || table || !placed) && (
        <Panel title={t('plan.table')}>
          <PlanTable
            live={live}
            plan={plan}
            chosen={chosen}
            onShow={(id) => {
              setChosen(id)
              canvas.current?.show(id)
            }}
          />
        </Panel>
      )}
    </Page>
  )
}
