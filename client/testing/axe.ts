import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds on the page as it stands: rule ids with the elements. */
export function violations(page: Page): Promise<string[]> {
  return found(axe(page))
}

/** What of the page has too little contrast: enough for a second theme of a page that is clean in the first. */
export function unreadable(page: Page): Promise<string[]> {
  return found(axe(page).withRules(['color-contrast']))
}

/** Within the page itself: our pages have no frames, and the other mode opens a second page for every look. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

async function found(look: AxeBuilder): Promise<string[]> {
  const { violations: broken } = await look.analyze()
  return broken.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}
