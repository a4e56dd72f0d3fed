import { afterEach, expect, it, vi } from 'vitest'
import { allowReload, reloadOnce } from './reload-once.ts'

afterEach(() => vi.unstubAllGlobals())

/** A tab that can store values, or cannot. */
function tab(setItem: (kept: Map<string, string>, key: string, value: string) => void) {
  const kept = new Map<string, string>()
  const reload = vi.fn()
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => setItem(kept, key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return reload
}

it('reloads once, and again if the part had loaded in between', () => {
  const reload = tab((kept, key, value) => kept.set(key, value))
  reloadOnce()
  reloadOnce()
  expect(reload).toHaveBeenCalledTimes(1)
  allowReload()
  reloadOnce()
  expect(reload).toHaveBeenCalledTimes(2)
})

it('does not reload if nothing can be stored, because that would never end', () => {
  const reload = tab(() => {
    throw new Error('forbidden')
  })
  reloadOnce()
  expect(reload).not.toHaveBeenCalled()
})
