import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savePlan } from '../../contract/sites/plan.ts'
import { connectPerson, signIn } from '../../server/testing/person.ts'
import { unreadable, violations } from '../testing/axe.ts'
import { drawSite, placesIn } from '../testing/drawn-site.ts'
import { type Operators, overflow, phone, startOperators } from '../testing/operators.ts'
import { sees } from '../testing/sees.ts'

let on: Operators
beforeAll(async () => {
  on = await startOperators()
  await drawSite(on)
})
afterAll(() => on?.close())

const address = () => `/sites/visualization?site=${on.world.own.siteId}`
const surface = (page: Page) => page.getByRole('listbox', { name: /^Plan of/ })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const saved = async (page: Page) => {
  await press(page, 'Save plan')
  await sees(page, 'The plan is saved.')
  await sees(page, 'No changes')
}

/** Runs in sequence: each test continues with the plan of the previous one. */
describe('the plan of a site', () => {
  it('starts with devices in rows and saves them as one change; moves between devices by arrow keys, opens one, and follows the command to its end [LIVE-4] [CTRL-1]', async () => {
    const page = await on.open(address())
    await sees(page, 'No device has a position yet')
    await press(page, 'Edit plan')
    await press(page, 'Arrange automatically')
    await sees(page, '8 devices changed')
    await saved(page)
    expect([...(await placesIn(on)).values()]).not.toContain(null)
    await press(page, 'Finish')
    await surface(page).focus()
    await sees(surface(page), `${on.device(0).name}: `)
    await page.keyboard.press('ArrowRight')
    await sees(surface(page), `${on.device(1).name}: `)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: on.device(0).name })
    await card.getByRole('button', { name: `Open ${on.device(0).name}` }).click()
    await sees(card, /Open: (sending|waiting|sent|accepted)/)
    await sees(card, 'Opened')
    await sees(page.getByRole('row', { name: on.device(0).name }), 'Door open')
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await unreadable(page)).toEqual([])
  })

  it('is identical to the pixel after moving away and back [LIVE-4]', async () => {
    const page = await on.open(address())
    await surface(page).focus()
    for (const key of ['+', '+', '+']) await page.keyboard.press(key)
    /** The layer of the devices, once it is painted. */
    const picture = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
        return document.querySelectorAll<HTMLCanvasElement>('main canvas')[1]?.toDataURL() ?? ''
      })
    const before = await picture()
    const away: string[] = []
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      await page.keyboard.press(`Shift+${key}`)
      away.push(await picture())
    }
    expect(away[3]).toBe(before)
    expect(new Set(away).size).toBe(4)
  })

  it('moves a device by numbers, mouse and keyboard, undoes and redoes it; asks before changes are lost [LIVE-4]', async () => {
    const page = await on.open(address())
    await press(page, 'Edit plan')
    const { id, name } = on.device(0)
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    for (const [field, value] of [
      ['From the left (m)', '7'],
      ['From the top (m)', '4000 mm'],
      ['Width (m)', '10'],
      ['Height (m)', '8'],
    ] as const) {
      await page.getByLabel(field).fill(value)
      await page.getByLabel(field).press('Enter')
    }
    const left = page.getByLabel('From the left (m)')
    const box = await surface(page).boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2 - 30, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 30, y, { steps: 3 })
    await page.mouse.move(x + 60, y, { steps: 3 })
    await page.mouse.up()
    const dragged = Number(await left.inputValue())
    expect(dragged).toBeGreaterThan(7.5)
    await surface(page).press('ArrowRight')
    await expect.poll(async () => Number(await left.inputValue())).toBeCloseTo(dragged + 0.1, 3)
    await surface(page).press('Control+z')
    await surface(page).press('Control+z')
    await expect.poll(() => left.inputValue()).toBe('7')
    await surface(page).press('Control+y')
    await expect.poll(async () => Number(await left.inputValue())).toBe(dragged)
    await press(page, 'Turn by 15° to the right')
    await sees(page, '1 device changed')
    expect(await violations(page)).toEqual([])
    await press(page, 'Preview')
    await sees(page, 'This is how the plan will look.')
    await press(page, 'Back to editing')
    await saved(page)
    expect((await placesIn(on)).get(id)).toEqual([Math.round(dragged * 1_000), 4_000, 15])
    await page.getByRole('checkbox', { name: `Select ${name}` }).uncheck()
    await page.getByRole('checkbox', { name: `Select ${on.device(1).name}` }).check()
    await press(page, 'Take off the plan')
    await press(page, 'Finish')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await press(page, `Place ${on.device(1).name}`)
    await press(page, 'Undo')
    await press(page, 'Undo')
    await sees(page, 'No changes')
    await press(page, 'Finish')
    await page.getByRole('button', { name: 'Edit plan' }).waitFor()
  })

  it('says who saved meanwhile, shows that plan and reapplies own changes [LIVE-4]', async () => {
    const { portal, world } = on
    const page = await on.open(`${address()}&edit=true`)
    await page.getByRole('checkbox', { name: `Select ${on.device(2).name}` }).check()
    await press(page, 'Turn by 15° to the right')
    const srm = await connectPerson(portal.url, await signIn(portal.url, world.users.srm.login, world.password))
    const place = { xMm: 1_000, yMm: 12_000, widthMm: 900, heightMm: 2_000, rotationDeg: 0 }
    const { version } = (await on.db.knex('site_plans').where({ site_id: world.own.siteId }).first()) as {
      version: number
    }
    const theirs = { siteId: world.own.siteId, version, devices: [{ id: on.device(3).id, place }] }
    const answer = await srm.command(savePlan, theirs, randomUUID())
    srm.close()
    expect(answer).toMatchObject({ ok: true })
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has saved this plan' })
    await sees(conflict, /Test srm saved it at/)
    await conflict.getByRole('button', { name: 'Look at theirs' }).click()
    await sees(conflict, 'without your changes')
    expect(await violations(page)).toEqual([])
    await conflict.getByRole('button', { name: 'Put mine on top' }).click()
    await sees(page, '1 device changed')
    await saved(page)
    const places = await placesIn(on)
    expect(places.get(on.device(2).id)?.[2]).toBe(15)
    expect(places.get(on.device(3).id)).toEqual([1_000, 12_000, 0])
  })

  it('takes a picture as background, refuses other files, and is exported as a picture [LIVE-4]', async () => {
    const page = await on.open(`${address()}&edit=true`)
    const ground = { create: { width: 240, height: 160, channels: 3, background: '#8a9' } } as const
    const buffer = await sharp(ground).png().toBuffer()
    await page.locator('input[type=file]').setInputFiles([
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      { name: 'yard.png', mimeType: 'image/png', buffer },
    ])
    await sees(page.getByRole('alert'), /^notes\.png: /)
    await page.getByRole('radio', { name: /yard/ }).waitFor()
    await sees(page, 'Background changed')
    await saved(page)
    await press(page, 'Finish')
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as picture')])
    expect(download.suggestedFilename()).toMatch(/^Site-own_\d{4}-\d{2}-\d{2}\.png$/)
    const picture = await sharp(await download.path()).metadata()
    expect(picture.width).toBeGreaterThanOrEqual(2_400)
  })

  it('shows the plan first and the table beside it on the phone, with large controls [LIVE-4]', async () => {
    const page = await on.open(address(), phone)
    await surface(page).waitFor()
    expect(await overflow(page)).toBe(0)
    for (const name of ['Closer', 'Further away', 'Show everything']) {
      const box = await page.getByRole('button', { name }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    const box = await surface(page).boundingBox()
    // Box 1 fills the middle of the site.
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2 - 15, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await page.getByRole('dialog', { name: on.device(0).name }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first().tap()
    await page.getByText('Table', { exact: true }).tap()
    await page.getByRole('button', { name: `Open ${on.device(1).name}` }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })
})
