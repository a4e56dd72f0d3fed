import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { plan as planWatch } from '../../../contract/sites/plan.ts'
import type { Selection } from '../../commands/selection.ts'
import { useSelection } from '../../commands/use-selected.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { SitePlan } from '../../site-canvas/site-plan.tsx'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import type { DevicesLive } from './use-forecast.ts'

interface RemotePlanProps {
  live: DevicesLive
  siteId: number
  selection: Selection
  /** The filtered devices: the others are dimmed. */
  ids: readonly number[]
  /** The person may open the page of a device. */
  linked: boolean
}
const height = 'min(30rem, 60dvh)'

/** The plan of a site to select devices on; the list below has the same devices. */
export function RemotePlan({ live, siteId, selection, ids, linked }: RemotePlanProps) {
  const t = useT()
  const navigate = useNavigate()
  const watched = useWatch(planWatch, { siteId })
  const plan = useRow(watched, 'plan', siteId)
  const chosen = useSelection(selection)
  const shown = useMemo(() => new Set(ids), [ids])
  const isFaded = useCallback((id: number) => !shown.has(id), [shown])
  if (watched.state === 'error' && watched.refusal)
    return (
      <ErrorState
        text={refusalText(watched.refusal)}
        supportCode={watched.refusal.supportCode}
        onRetry={watched.retry}
      />
    )
  if (plan === null) return <RowsSkeleton rows={1} height={height} />
  if (plan.devices.every(({ place }) => place === null))
    return (
      <EmptyState
        icon="map"
        title={t('control.plan.none')}
        text={t('control.plan.noneText')}
        action={
          <Link to="/sites/visualization" search={{ site: siteId }}>
            {t('control.plan.arrange')}
          </Link>
        }
      />
    )
  return (
    <SitePlan
      plan={plan}
      live={live.view}
      mode="select"
      selection={chosen}
      onSelect={selection.choose}
      onOpenDetails={(id) => {
        if (linked) void navigate({ to: '/devices/$deviceId', params: { deviceId: String(id) } })
        else selection.toggle(id)
      }}
      isFaded={isFaded}
      height={height}
    />
  )
}
