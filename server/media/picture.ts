import type { FileRefusal } from './check.ts'

/** Longest side of a stored picture, and maximum pixels of an upload, which protects the memory. */
const longestSide = 4_096
const maxMegapixels = 60
const maxSeconds = 20

export interface Picture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Loaded with the first picture: most processes never see one. */
const loadSharp = async () => (await import('sharp')).default

/**
 * Returns the (first) picture as a new WebP, upright, at most 4,096 pixels wide and high, without metadata, or why it
 * cannot be read.
 */
export async function remakePicture(bytes: Buffer): Promise<Picture | FileRefusal> {
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const pixels = width * height
    if (pixels > maxMegapixels * 1_000_000)
      return {
        code: 'picture-too-large',
        params: { megapixels: Math.ceil(pixels / 1_000_000), most: maxMegapixels },
      }
    const { data, info } = await sharp(bytes, { limitInputPixels: maxMegapixels * 1_000_000, failOn: 'error' })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: maxSeconds })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    const slow = error instanceof Error && /timeout/i.test(error.message)
    return slow ? { code: 'picture-too-complex', params: { seconds: maxSeconds } } : { code: 'file-damaged' }
  }
}

/** Returns a stored picture in a smaller width. */
export async function narrowPicture(bytes: Buffer, width: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes).resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer()
}
