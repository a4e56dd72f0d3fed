import { statfs } from 'node:fs/promises'

/** Returns the space of the disk with this folder; null = unknown. */
export async function diskOf(dir: string): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(dir)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}
