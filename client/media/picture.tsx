import { pictureWidths, type ShownPicture } from '../../contract/media.ts'
import { i18n } from '../i18n/i18n.ts'

export type AnyPicture = Omit<ShownPicture, 'width' | 'height'> & {
  readonly width: number | null
  readonly height: number | null
}

/** Returns what a picture shows, in the reader's language; '' without a text, then it is decoration. */
export const altOf = ({ alt }: Pick<AnyPicture, 'alt'>): string => alt[i18n.language] ?? ''

interface PictureProps {
  picture: AnyPicture
  /** How wide it is shown, as in the attribute `sizes`. */
  sizes: string
  className?: string | undefined
  alt?: string
}

/** A picture in the width that the screen needs, loaded when it comes into sight; its size is reserved before. */
export function Picture({ picture, sizes, className, alt = altOf(picture) }: PictureProps) {
  const { url, width, height } = picture
  const narrower = pictureWidths
    .filter((each) => width === null || each < width)
    .map((each) => `${url}&width=${each} ${each}w`)
  const all = width === null ? narrower : [...narrower, `${url} ${width}w`]
  return (
    <img
      className={className}
      src={url}
      srcSet={all.join(', ')}
      sizes={sizes}
      {...(width && height ? { width, height } : {})}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  )
}
