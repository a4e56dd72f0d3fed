import { main } from '../../contract/media.ts'
import { useQuery } from '../stores/use-query.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Picture } from './picture.tsx'
import classes from './pictures.module.css'

/** The main picture of a place, otherwise the icon of its kind; the room is the same before and after loading. */
export function PlacePicture({ deviceId, icon }: { deviceId: number; icon: IconName }) {
  const { view } = useQuery(main, { deviceId })
  const picture = view?.picture ?? null
  return (
    <span className={classes.place}>
      {picture === null ? (
        <Icon name={icon} size={32} />
      ) : (
        <Picture picture={picture} sizes="6rem" className={classes.placeImage} />
      )}
    </span>
  )
}
