import type { FileRefusal } from './check.ts'

/** Longest side of a stored picture, and maximum pixels of an upload, which protects the memory. */
const longestSide = 4_096
const maxPixels = 60_000_000
const maxSeconds = 20

export interface Picture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/**
 * Returns the (first) picture as a new WebP, upright, at most 4,096 pixels wide and high, without metadata, or why it
 * cannot be read.
 */
export async function remakePicture(bytes: Buffer): Promise<Picture | FileRefusal> {
  // Loaded with the first picture: most processes never see one.
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: maxSeconds })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    return /pixel limit|timeout/i.test(text) ? 'file-malicious' : 'file-not-allowed'
  }
}
