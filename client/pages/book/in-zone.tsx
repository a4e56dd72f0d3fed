import { Button } from '@mantine/core'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { Icon } from '../../ui/icons.tsx'
import type { RequestChange, RequestSearch } from './search.ts'
import classes from './site-search.module.css'

interface InZoneProps {
  search: Pick<RequestSearch, 'zoneId'>
  onChange: (change: RequestChange) => void
}

/** Says that only the sites of one zone are shown, and leads to all of them. */
export function InZone({ search: { zoneId }, onChange }: InZoneProps) {
  const t = useT()
  const { user } = useSnapshot(session)
  if (zoneId === undefined) return null
  const own = user?.firstZone?.id === zoneId ? user.firstZone : null
  const name = own ? t('booking.inZone', { zone: own.name }) : t('booking.inZone.other')
  return (
    <div className={classes.around}>
      <Button
        variant="light"
        size="sm"
        rightSection={<Icon name="close" size={16} />}
        aria-label={t('lists.filters.remove', { name })}
        onClick={() => onChange({ zoneId: undefined })}
      >
        {name}
      </Button>
    </div>
  )
}
