import { expect, it } from 'vitest'
import { startProxy } from './proxy.ts'

it('starts at the given port, and rejects if that is taken', async () => {
  const first = await startProxy(() => 1)
  await expect(startProxy(() => 1, first.port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await first.close()
  const second = await startProxy(() => 1, first.port)
  expect(second.port).toBe(first.port)
  await second.close()
})
