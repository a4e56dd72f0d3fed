import type { Locator, Page } from 'playwright-core'

/** The text field with this label. */
export const field = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true })

/** The button that saves the form of a page. */
export const save = (page: Page): Locator => page.getByRole('button', { name: 'Save' })

/** Saves the own values over what somebody else has saved meanwhile, after a look at both. */
export async function saveOwn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with this selection' }).press('Enter')
  await save(page).press('Enter')
}
