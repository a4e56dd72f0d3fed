import { Button } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { bookers, mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { status } from '../../../contract/university.ts'
import { Blocks } from '../../access/blocks.tsx'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { OwnZones } from './own-zones.tsx'

/** Private zones that are open to a visitor. Who books nothing sees the access codes of zones instead. */
export function Codes() {
  const held = new Set<string>(useSnapshot(session).features)
  if (!mayAccess(bookers, held)) return <Navigate to={'/codes/list' as '/'} replace />
  return <OwnCodes held={held} />
}

/** Private zones that are open to a visitor, with the reason (PRIV-1), and the ways to more. */
function OwnCodes({ held }: { held: ReadonlySet<string> }) {
  const t = useT()
  const university = useQuery(status, {})
  return (
    <Page
      title={t('codes.title')}
      lead={t('codes.lead')}
      actions={
        <>
          {mayAccess(operatorFeatures, held) && (
            <Button component={Link} to={'/codes/list' as '/'} variant="default">
              {t('codes.zone.title')}
            </Button>
          )}
          {(university.view?.link || (university.view?.universities.length ?? 0) > 0) && (
            <Button component={Link} to="/codes/add-tud-code" variant="default">
              {t('university.title')}
            </Button>
          )}
          <Button component={Link} to="/codes/add" leftSection={<Icon name="key" size={18} />}>
            {t('codes.add')}
          </Button>
        </>
      }
    >
      <Blocks />
      <OwnZones />
    </Page>
  )
}
