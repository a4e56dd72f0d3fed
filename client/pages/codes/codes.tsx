import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { bookers, mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { Blocks } from '../../access/blocks.tsx'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { OwnZones } from './own-zones.tsx'
import { ZoneCodes } from './zone-codes.tsx'

/** Private zones: those open to a visitor, with the reason, and for operators the codes of their zones (PRIV-1, ADM-17). */
export function Codes() {
  const t = useT()
  const { features } = useSnapshot(session)
  const held = new Set<string>(features)
  const books = mayAccess(bookers, held)
  return (
    <Page
      title={t('codes.title')}
      lead={t('codes.lead')}
      actions={
        books && (
          <Button component={Link} to="/codes/add" leftSection={<Icon name="key" size={18} />}>
            {t('codes.add')}
          </Button>
        )
      }
    >
      {books && <Blocks />}
      {books && <OwnZones />}
      {mayAccess(operatorFeatures, held) && <ZoneCodes />}
    </Page>
  )
}
