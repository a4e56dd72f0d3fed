import { ActionIcon, Menu } from '@mantine/core'
import type { MediaView } from '../../contract/media.ts'
import { languages } from '../../contract/session.ts'
import { formatNumber, formatUnit } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { Badge } from '../ui/status-badge.tsx'
import { Picture } from './picture.tsx'
import classes from './pictures.module.css'

interface PictureItemProps {
  picture: MediaView
  /** It is the first of its gallery, by which visitors recognise it. */
  main: boolean
  /** Its place in the own order; null while another order is shown. */
  place: { at: number; count: number } | null
  onMove: (place: number) => void
  onDrag: () => void
  onDrop: () => void
  onOpen: () => void
  onDescribe: () => void
  onReplace: () => void
  onRemove: () => void
}

/** A picture in the gallery with what can be done with it; dragged to another place, or moved by its menu. */
export function PictureItem(props: PictureItemProps) {
  const { picture, main, place, onMove, onDrag, onDrop, onOpen, onDescribe, onReplace, onRemove } = props
  const t = useT()
  const { fileName: name, width, height, bytes, alt } = picture
  const missing = languages.filter((language) => !alt[language]).length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is the other way to do what its menu does
    <li
      className={classes.picture}
      draggable={place !== null}
      onDragStart={onDrag}
      onDragOver={(event) => place !== null && !event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (place === null || event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        onDrop()
      }}
    >
      <button type="button" className={classes.open} aria-label={t('pictures.open', { name })} onClick={onOpen}>
        <Picture picture={picture} sizes="5rem" className={classes.thumb} alt="" />
      </button>
      <span className={classes.name}>
        {name}
        <small className={classes.facts}>
          {t('pictures.facts', {
            width: formatNumber(width ?? 0),
            height: formatNumber(height ?? 0),
            size: formatUnit(Math.ceil(bytes / 1_000), 'kB', 0),
          })}
        </small>
        {main && (
          <Badge tone="success" icon="check" quiet>
            {t('pictures.main')}
          </Badge>
        )}
        {missing > 0 && <small className={classes.facts}>{t('pictures.alt.missing', { count: missing })}</small>}
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={44} aria-label={t('pictures.actions', { name })}>
            <Icon name="menu" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onDescribe}>{t('pictures.alt')}</Menu.Item>
          <Menu.Item onClick={onReplace}>{t('pictures.replace')}</Menu.Item>
          {place && (
            <>
              <Menu.Item disabled={place.at === 0} onClick={() => onMove(0)}>
                {t('pictures.makeMain')}
              </Menu.Item>
              <Menu.Item disabled={place.at === 0} onClick={() => onMove(place.at - 1)}>
                {t('pictures.earlier')}
              </Menu.Item>
              <Menu.Item disabled={place.at === place.count - 1} onClick={() => onMove(place.at + 1)}>
                {t('pictures.later')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ActionIcon variant="default" size={44} aria-label={t('pictures.remove', { name })} onClick={onRemove}>
        <Icon name="close" size={18} />
      </ActionIcon>
    </li>
  )
}
