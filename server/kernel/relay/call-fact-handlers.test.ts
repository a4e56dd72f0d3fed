import { expect, it } from 'vitest'
import { type FactHandlers, hear } from './call-fact-handlers.ts'

it('calls all handlers of a fact, even if one fails', async () => {
  const heard: string[] = []
  const send = hear({
    'control.accessEvent': [
      () => void heard.push('first'),
      async () => {
        throw new Error('deaf')
      },
      async () => void heard.push('third'),
    ],
    'maintenance.set': [({ periodId }) => void heard.push(`set ${periodId}`)],
  })
  await expect(send('control.accessEvent', {})).rejects.toThrow('deaf')
  await send('maintenance.set', { periodId: 7 })
  expect(heard).toEqual(['first', 'third', 'set 7'])
})

it('ignores facts without a handler or of another version, and refuses an invalid payload', async () => {
  const heard: number[] = []
  const send = hear({ 'maintenance.set': [({ periodId }) => void heard.push(periodId)] })
  await send('control.commandMoved', { runIds: ['a'] })
  await send('maintenance.forgotten', { periodId: 1 })
  await expect(send('maintenance.set', { id: 2 })).rejects.toThrow('periodId')
  expect(heard).toEqual([])
})

it('does not compile if a declared fact has no handler', () => {
  // @ts-expect-error -- all the others are missing
  const some: FactHandlers = { 'control.accessEvent': [] }
  // @ts-expect-error -- it is not declared
  hear({ 'maintenance.forgotten': [] })
  expect(Object.keys(some)).toHaveLength(1)
})
