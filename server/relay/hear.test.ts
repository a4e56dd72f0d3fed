import { expect, it } from 'vitest'
import { hear } from './hear.ts'

it('lets several hear one fact, also when one of them fails', async () => {
  const heard: string[] = []
  const facts = hear([
    ['a', () => void heard.push('first')],
    [
      'a',
      async () => {
        throw new Error('deaf')
      },
    ],
    ['a', async () => void heard.push('third')],
    ['b', ({ id }) => void heard.push(`b ${String(id)}`)],
  ])
  await expect(async () => facts.get('a')?.({})).rejects.toThrow('deaf')
  await facts.get('b')?.({ id: 7 })
  expect(heard).toEqual(['first', 'third', 'b 7'])
})
