import type { Locator, Page } from 'playwright-core'

/** Waits until a text stands there. */
export function sees(place: Locator | Page, text: string | RegExp, timeout = 15_000): Promise<void> {
  return place.getByText(text).first().waitFor({ timeout })
}
