import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postMessages } from '../../server/testing/person.ts'
import { type Operators, startOperators } from '../testing/operators.ts'

const devices = 2_000
const changesPerSecond = 200
let on: Operators
beforeAll(async () => {
  on = await startOperators(devices, { measured: true })
})
afterAll(() => on?.close())

/** Frames and their gaps while the page follows a stream of changes, and how many elements were touched. */
const watchFrames = (page: Page, ms: number) =>
  page.evaluate(
    (duration) =>
      new Promise<{ gaps: number[]; nodes: number; rowsTouched: number }>((resolve) => {
        const gaps: number[] = []
        const touched = new Set<Node>()
        const observer = new MutationObserver((records) => {
          for (const { target } of records) {
            const row = (target instanceof Element ? target : target.parentElement)?.closest('article')
            if (row) touched.add(row)
          }
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
        const begin = performance.now()
        let last = begin
        const frame = (now: number) => {
          gaps.push(now - last)
          last = now
          if (now - begin < duration) requestAnimationFrame(frame)
          else {
            observer.disconnect()
            resolve({ gaps, nodes: document.querySelectorAll('*').length, rowsTouched: touched.size })
          }
        }
        requestAnimationFrame(frame)
      }),
    ms,
  )

describe('the smart remote with 2,000 devices', () => {
  it('stays fluid under 200 changes a second and draws only rows that changed [LIVE-1]', async () => {
    const page = await on.open('/smart-remote')
    await page.getByText(`${devices.toLocaleString('en')} devices`).waitFor({ timeout: 30_000 })
    // All of them chosen: the bar says live how many each order would reach.
    await page.getByRole('checkbox', { name: /^Select all of/ }).click()
    await page.getByRole('region', { name: 'Selected devices' }).waitFor()
    const { gateway } = on.world.own
    const far = gateway.devices.slice(1_000)
    let sent = 0
    const batch = () =>
      postMessages(
        on.portal.url,
        gateway.token,
        Array.from({ length: changesPerSecond / 5 }, () => {
          const device = far[(sent * 7) % far.length]?.hardwareId ?? ''
          const status = sent % 2 ? 'free' : 'blocked'
          return { id: `fluid-${sent++}`, at: new Date().toISOString(), device, kind: 'status', status }
        }),
      )
    const stream = setInterval(() => void batch(), 200)
    try {
      const { gaps, nodes, rowsTouched } = await watchFrames(page, 5_000)
      const sorted = gaps.toSorted((a, b) => a - b)
      const median = sorted[Math.floor(sorted.length / 2)] ?? 0
      expect(sent).toBeGreaterThan(changesPerSecond * 3)
      expect(nodes).toBeLessThan(3_000)
      expect(rowsTouched).toBeLessThan(12)
      expect(median).toBeLessThan(50)
    } finally {
      clearInterval(stream)
    }
  })
})
