import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { plan as planWatch } from '../../../contract/sites/plan.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Editor } from './editor.tsx'
import { Viewer } from './viewer.tsx'

const route = getRouteApi('/sites/visualization')

/** The plan of one site: looked at, or in work. */
export function SiteScreen({ siteId, picker }: { siteId: number; picker: ReactNode }) {
  const t = useT()
  const { edit } = route.useSearch()
  const { features } = useSnapshot(session)
  const live = useWatch(planWatch, { siteId })
  const plan = useRow(live, 'plan', siteId)
  const mayEdit = mayAccess(operatorFeatures, new Set(features))
  if (plan !== null && edit && mayEdit) return <Editor live={live} plan={plan} />
  if (plan !== null) return <Viewer live={live} plan={plan} picker={picker} mayEdit={mayEdit} />
  const gone = live.refusal?.code === 'not-found' || live.state === 'live' || live.state === 'stale'
  return (
    <Page title={t('plan.title')} lead={t('plan.lead')} tools={picker}>
      {live.state === 'loading' && <RowsSkeleton rows={1} height="60vh" />}
      {gone && <EmptyState icon="map" title={t('plan.failed.text')} text={t('plan.gone')} />}
      {live.state === 'error' && live.refusal && !gone && (
        <ErrorState
          text={`${t('plan.failed.text')} ${refusalText(live.refusal)}`}
          supportCode={live.refusal.supportCode}
          onRetry={live.retry}
        />
      )}
    </Page>
  )
}
