import { expect, it } from 'vitest'
import { list } from '../../contract/devices/admin.ts'
import { useApp } from '../http/testing/use-app.ts'
import { busCalls } from '../testing/bus-calls.ts'

const { db, world, app } = await useApp()

it('attributes of places are saved by the call, listed and filtered [ATTR-1]', async () => {
  const [first, second] = world.own.gateway.devices.map(({ id }) => id)
  const cookie = await app.login('rm', world.password)
  const edit = (id: number | undefined, body: object) => app.ask('POST', `/devices/edit/${id}`, { cookie, body })
  expect((await edit(first, { socket: true, cargoBike: true, sizeClass: 'L' })).status).toBe(200)
  expect((await edit(second, { accessible: true })).status).toBe(200)
  expect(await edit(second, { sizeClass: 'XXL' })).toMatchObject({ status: 400 })

  const call = busCalls(db.knex, world)
  const listed = async (filters: object) => (await call.ask('rm', list, { filters })).rows.map(({ id }) => id)
  expect((await call.ask('rm', list, {})).rows.find(({ id }) => id === first)).toMatchObject({
    socket: true,
    cargoBike: true,
    lowRow: false,
    accessible: false,
    sizeClass: 'L',
  })
  expect(await listed({ attribute: 'socket' })).toEqual([first])
  expect(await listed({ attribute: 'accessible' })).toEqual([second])
  expect(await listed({ attribute: 'lowRow' })).toEqual([])
  expect(await listed({ sizeClass: 'L' })).toEqual([first])
})
