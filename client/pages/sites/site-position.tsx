import { location } from '../../../contract/sites/admin.ts'
import { useT } from '../../i18n/i18n.ts'
import { placeMap } from '../../map/place-map-part.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Lazy } from '../../ui/lazy.tsx'
import text from '../../ui/text.module.css'
import classes from './sites.module.css'

interface SitePositionProps {
  locationId: number
  /** Metres around the position within which somebody has arrived, as typed. */
  radiusM: unknown
}

/** Where the chosen location is, with the circle of arrival. */
export function SitePosition({ locationId, radiusM }: SitePositionProps) {
  const t = useT()
  const { view, former } = useQuery(location, { locationId })
  if (!view || former) return null
  const { name, address, zip, city, latitude, longitude } = view
  const lines = [address, [zip, city].filter(Boolean).join(' ')].filter(Boolean)
  const isPlaced = latitude !== null && longitude !== null
  return (
    <div className={classes.position}>
      {lines.length > 0 && <p className={text.note}>{lines.join(', ')}</p>}
      {isPlaced ? (
        <Lazy part={placeMap} waiting={<div className={classes.mapBone} />}>
          {(PlaceMap) => (
            <PlaceMap
              label={t('sites.map', { name })}
              marks={[{ key: 'site', mark: '', corner: false, point: { latitude, longitude } }]}
              radiusM={typeof radiusM === 'number' && radiusM > 0 ? radiusM : null}
            />
          )}
        </Lazy>
      ) : (
        <p className={text.note}>{t('sites.location.none')}</p>
      )}
    </div>
  )
}
