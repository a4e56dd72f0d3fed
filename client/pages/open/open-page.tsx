import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ownAccess } from '../../../contract/control/own.ts'
import { ContactButton } from '../../contact/contact-button.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { OpenScreen } from '../../opening/open-screen.tsx'
import { ownOpener } from '../../opening/opener.ts'
import { OpeningDisplacements } from '../../opening/opening-displacements.tsx'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'

const route = getRouteApi('/reserved-parking-lots/$reservationId/open')

/** Before the door: opens what a reservation opens (CTRL-1). */
export function OpenPage() {
  const id = Number(route.useParams().reservationId)
  return Number.isInteger(id) && id > 0 ? <Watched key={id} id={id} /> : <Gone />
}

function Watched({ id }: { id: number }) {
  const t = useT()
  const live = useWatch(ownAccess, { reservationId: id })
  const access = useRow(live, 'access', id)
  const main = useRow(live, 'door', access?.devices.find((device) => device.main)?.deviceId ?? 0)
  const opener = useMemo(() => ownOpener(id), [id])
  if (live.state === 'error' && live.refusal && live.refusal.code !== 'not-found')
    return (
      <Page title={t('open.title')} back={<Back />}>
        <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
      </Page>
    )
  if (access === null) return live.state === 'loading' ? <PageSkeleton /> : <Gone />
  return (
    <Page
      title={main?.name ?? t('open.title')}
      lead={main === null ? access.site.name : t('open.lead', { type: nameIn(main.type), site: access.site.name })}
      back={<Back />}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      width="read"
    >
      <OpeningDisplacements id={id} />
      <OpenScreen opener={opener} live={live} access={access} />
      <Button
        component={Link}
        to="/reserved-parking-lots/$reservationId"
        params={{ reservationId: String(id) } as never}
        variant="default"
        justify="start"
        leftSection={<Icon name="ticket" size={20} />}
      >
        {t('open.toLot')}
      </Button>
      <ContactButton />
    </Page>
  )
}

function Back() {
  const t = useT()
  return <BackButton otherwise="/reservations/current">{t('ui.back')}</BackButton>
}

function Gone() {
  const t = useT()
  return (
    <Page title={t('open.title')} back={<Back />}>
      <EmptyState icon="ticket" title={t('open.gone')} text={t('open.gone.text')} />
    </Page>
  )
}
