import { vi } from 'vitest'
import { beStrict } from './contract/strict.ts'

beStrict()

/** What is waited for comes within a second, unless the machine is busy: vi.waitFor() is as patient as expect.poll(). */
const patientMs = 15_000
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patientMs, ...options })
