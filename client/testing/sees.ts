import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until a text is visible. */
export function sees(place: Locator | Page, text: string | RegExp): Promise<void> {
  return place.getByText(text).first().waitFor()
}

/** Chooses one of several options like a person: by its label, once it stands still; waits until it is chosen. */
export async function choose(place: Locator | Page, name: string | RegExp): Promise<void> {
  const radio = place.getByRole('radio', { name })
  await radio.locator('xpath=parent::label').click()
  await expect.poll(() => radio.isChecked()).toBe(true)
}
