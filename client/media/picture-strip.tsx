import { useState } from 'react'
import type { ShownPicture } from '../../contract/media.ts'
import { useT } from '../i18n/i18n.ts'
import { LargePicture } from './large-picture.tsx'
import { altOf, Picture } from './picture.tsx'
import classes from './pictures.module.css'

/** Pictures beside each other, as visitors see them; each opens large. */
export function PictureStrip({ pictures }: { pictures: readonly ShownPicture[] }) {
  const t = useT()
  const [shown, setShown] = useState<string | null>(null)
  if (pictures.length === 0) return null
  return (
    <>
      <ul className={classes.strip} aria-label={t('pictures.title')}>
        {pictures.map((picture, at) => (
          <li key={picture.id} className={classes.stripItem}>
            <button
              type="button"
              className={classes.stripButton}
              aria-label={altOf(picture) || t('pictures.number', { number: at + 1, count: pictures.length })}
              onClick={() => setShown(picture.id)}
            >
              <Picture picture={picture} sizes="15rem" className={classes.stripImage} alt="" />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <LargePicture pictures={pictures} shown={shown} onShow={setShown} onClose={() => setShown(null)} />
      )}
    </>
  )
}
