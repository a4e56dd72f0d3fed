import { createServer } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { sharedPages, sharedPort } from './shared.ts'

afterAll(async () => {
  const page = await (await sharedPages()).open({})
  await page.context().browser()?.close()
})

it('is one browser for all files of a worker, and another one after a crash', async () => {
  const pages = await sharedPages()
  expect(await sharedPages()).toBe(pages)
  const page = await pages.open({})
  await page.context().browser()?.close()
  const others = await sharedPages()
  expect(others).not.toBe(pages)
  expect((await others.open({})).url()).toBe('about:blank')
})

it('is the same port each time, and another one while somebody listens there', async () => {
  const port = await sharedPort()
  expect(await sharedPort()).toBe(port)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await sharedPort()).not.toBe(port)
  await new Promise((resolve) => server.close(resolve))
})
