import { Button } from '@mantine/core'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { atOf, type RequestChange, type RequestSearch } from './search.ts'
import classes from './site-search.module.css'
import { usePlaces } from './use-places.ts'

/** Places that match the typed text, to search around one of them; and the current one. */
export function Around({ search, onChange }: { search: RequestSearch; onChange: (change: RequestChange) => void }) {
  const t = useT()
  const places = usePlaces(search.q ?? '')
  if (atOf(search) !== null)
    return (
      <div className={classes.around}>
        <Button
          variant="light"
          size="sm"
          rightSection={<Icon name="close" size={16} />}
          aria-label={t('booking.around.clear', { place: search.place ?? '' })}
          onClick={() => onChange({ at: undefined, place: undefined })}
        >
          {t('booking.around', { place: search.place ?? '' })}
        </Button>
      </div>
    )
  if (places.length === 0) return null
  return (
    <ul className={classes.around} aria-label={t('booking.around.label')}>
      {places.map(({ label, latitude, longitude }) => (
        <li key={`${label} ${latitude} ${longitude}`}>
          <Button
            variant="default"
            size="sm"
            leftSection={<Icon name="near" size={16} />}
            onClick={() => onChange({ at: `${latitude},${longitude}`, place: label, q: undefined })}
          >
            {t('booking.around', { place: label })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
