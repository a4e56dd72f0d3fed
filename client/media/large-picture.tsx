import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import text from '../ui/text.module.css'
import { type AnyPicture, altOf, Picture } from './picture.tsx'
import classes from './pictures.module.css'

const swipePx = 40

interface LargePictureProps {
  pictures: readonly AnyPicture[]
  /** The id of the shown one. */
  shown: string
  onShow: (id: string) => void
  onClose: () => void
}

/** One picture as large as the screen; the others by arrow keys, buttons and swiping. */
export function LargePicture({ pictures, shown, onShow, onClose }: LargePictureProps) {
  const t = useT()
  const from = useRef<number | null>(null)
  const at = pictures.findIndex(({ id }) => id === shown)
  const picture = pictures[at]
  if (!picture) return null
  const move = (by: number) => {
    const next = pictures[(at + by + pictures.length) % pictures.length]
    if (next) onShow(next.id)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1)
    if (event.key === 'ArrowRight') move(1)
  }
  return (
    <Dialog title={t('pictures.number', { number: at + 1, count: pictures.length })} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and swipes do what its buttons do */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and swipes do what its buttons do */}
      <div
        className={classes.large}
        onKeyDown={keys}
        onPointerDown={({ clientX }) => {
          from.current = clientX
        }}
        onPointerUp={({ clientX }) => {
          const by = from.current === null ? 0 : clientX - from.current
          from.current = null
          if (Math.abs(by) > swipePx) move(by < 0 ? 1 : -1)
        }}
      >
        <Picture picture={picture} sizes="100vw" className={classes.largeImage} />
        {altOf(picture) !== '' && <p className={text.note}>{altOf(picture)}</p>}
        {pictures.length > 1 && (
          <div className={classes.largeButtons}>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t('pictures.previous')}
              onClick={() => move(-1)}
              data-autofocus
            >
              <Icon name="arrowLeft" />
            </ActionIcon>
            <ActionIcon variant="default" size={44} aria-label={t('pictures.next')} onClick={() => move(1)}>
              <Icon name="arrowRight" />
            </ActionIcon>
          </div>
        )}
      </div>
    </Dialog>
  )
}
