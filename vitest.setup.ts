import { vi } from 'vitest'
import { strict } from './contract/strict.ts'

strict.on = true

/** The one patience of the suite, for expect.poll() set in the configuration: only what never comes is not waited for. */
const patience = { timeout: 60_000 }
const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options) => waitFor(callback, { ...patience, ...(typeof options === 'object' && options) })
vi.waitUntil = (callback, options) => waitUntil(callback, { ...patience, ...(typeof options === 'object' && options) })
