import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Rows and cells like those before them: checking hundreds takes seconds and finds nothing else. */
const alike = ['tbody tr:nth-child(n + 11)', '[role=gridcell]:nth-child(n + 11)']

/** The violations that axe finds on the page: rule ids with the elements. */
export function violations(page: Page): Promise<string[]> {
  return found(page, async () => axe(page))
}

/** The elements with too little contrast: enough for a second theme of a page that is clean in the first. */
export function unreadable(page: Page): Promise<string[]> {
  return found(page, async () => (await axe(page)).withRules(['color-contrast']))
}

/** Runs in the page itself, loaded once: our pages have no frames, and the other mode opens a second page for every check. */
async function axe(page: Page): Promise<AxeBuilder> {
  const loaded = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder(loaded ? { page, axeSource: ';' } : { page })
  for (const rows of alike) builder.exclude(rows)
  return builder.options({ resultTypes: ['violations'] }).setLegacyMode()
}

/** Elements that fade in or out are too pale for a moment: a violation counts if it is still there once nothing moves. */
async function found(page: Page, look: () => Promise<AxeBuilder>): Promise<string[]> {
  if ((await broken(look)).length === 0) return []
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  return broken(look)
}

async function broken(look: () => Promise<AxeBuilder>): Promise<string[]> {
  const { violations: rules } = await (await look()).analyze()
  return rules.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}
