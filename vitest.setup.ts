import { vi } from 'vitest'

/** What is waited for comes within a second, unless the machine is busy: vi.waitFor() is as patient as expect.poll(). */
const patientMs = 15_000
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patientMs, ...options })
