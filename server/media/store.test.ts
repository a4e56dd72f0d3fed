import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireMediaDir } from './store.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holdfast-media-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

it('the folder of pictures is closed to other users; one that is made above it is not, for the database of another user may lie beside', async () => {
  const above = join(dir, 'above')
  const media = join(above, 'media')
  await requireMediaDir(media)
  await requireMediaDir(media)
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  expect(await modeOf(media)).toBe('700')
  expect(await modeOf(above)).toBe((0o777 & ~process.umask()).toString(8))
})
