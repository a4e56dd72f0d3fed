import { Button } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { bookers, mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { Blocks } from '../../access/blocks.tsx'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { OwnZones } from './own-zones.tsx'

/** Private zones that are open to a visitor, with the reason (PRIV-1). Who books nothing sees the access codes of zones instead. */
export function Codes() {
  const t = useT()
  const { features } = useSnapshot(session)
  const held = new Set<string>(features)
  if (!mayAccess(bookers, held)) return <Navigate to={'/codes/list' as '/'} replace />
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
