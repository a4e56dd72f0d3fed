import { expect, it } from 'vitest'
import { createHearing } from './hear.ts'

it('frames for many sockets are decoded once, even if other rooms get frames in between [OPS-5]', () => {
  const hear = createHearing()
  const push = (room: number) => Buffer.from(`42["push",{"room":"zone:${room}","cursor":"1-2","changes":[]}]`)
  const first = hear(push(1))
  expect(first).toEqual({ type: 'event', id: null, json: push(1).toString().slice(2) })
  expect(hear(push(2))).not.toBe(first)
  expect(hear(push(1))).toBe(first)
  for (let room = 3; room < 60; room += 1) hear(push(room))
  expect(hear(push(1))).not.toBe(first)
  expect(hear(push(1))).toEqual(first)
  expect(hear(Buffer.from('2'))).toEqual({ type: 'ping' })
  expect(hear(Buffer.from('430[{"ok":true}]'))).toEqual({ type: 'ack', id: 0, json: '[{"ok":true}]' })
})

it('copies what it keeps: the incoming buffer may be reused [OPS-5]', () => {
  const hear = createHearing()
  const bytes = Buffer.from('42["push",1]')
  hear(bytes)
  bytes.write('42["push",2]')
  expect(hear(bytes)).toMatchObject({ json: '["push",2]' })
})
