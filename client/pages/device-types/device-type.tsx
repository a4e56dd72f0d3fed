import { getRouteApi } from '@tanstack/react-router'
import { list } from '../../../contract/device-types.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackButton } from '../../ui/back-button.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { MapEditor } from './map-editor.tsx'

const route = getRouteApi('/device-types/$deviceTypeId')

/** The field map of one device type: seen, changed and tried. */
export function DeviceType() {
  const t = useT()
  const { deviceTypeId } = route.useParams()
  const { view, refusal, retry } = useQuery(list, {})
  const back = <BackButton otherwise="/device-types">{t('device-types.title')}</BackButton>
  if (view === null && refusal === null) return <PageSkeleton />
  if (view === null) {
    return (
      <Page title={t('device-types.title')} back={back}>
        <ErrorState
          text={refusal ? refusalText(refusal) : undefined}
          supportCode={refusal?.supportCode}
          onRetry={retry}
        />
      </Page>
    )
  }
  const type = view.find(({ id }) => String(id) === deviceTypeId)
  if (!type) {
    return (
      <Page title={t('device-types.title')} back={back}>
        <EmptyState icon="tag" title={t('device-types.gone')} text={t('device-types.gone.text')} />
      </Page>
    )
  }
  return (
    <Page title={t('device-types.map.title', { name: nameIn(type) })} lead={t('device-types.map.lead')} back={back}>
      {type.fieldMap === null && <Alert severity="warning">{t('device-types.map.unreadable.text')}</Alert>}
      <MapEditor deviceTypeId={type.id} version={type.version} map={type.fieldMap ?? { models: [] }} onSaved={retry} />
    </Page>
  )
}
