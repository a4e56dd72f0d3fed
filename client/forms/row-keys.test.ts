import { expect, it } from 'vitest'
import { movedKeys, rowKeys } from './row-keys.ts'

it('rows keep their keys when others are added, moved and removed', () => {
  const three = rowKeys([], 3)
  expect(three).toEqual([0, 1, 2])
  const moved = movedKeys(three, 2, 0)
  expect(moved).toEqual([2, 0, 1])
  const two = moved.toSpliced(1, 1)
  expect(rowKeys(two, 3)).toEqual([2, 1, 3])
})

it('fewer rows keep the first keys', () => {
  expect(rowKeys([2, 0, 1], 2)).toEqual([2, 0])
})
