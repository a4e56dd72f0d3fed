import { describe, expect, it } from 'vitest'
import { type Chromium, findChromium, launch, launchBrowser } from './browser.ts'

async function showsPage(found: Chromium): Promise<string | null> {
  const browser = await launch(found)
  try {
    const pages = await Promise.all([browser.newPage(), browser.newPage()])
    for (const page of pages) await page.setContent('<h1>Holdfast</h1>')
    return await (pages[1]?.textContent('h1') ?? null)
  } finally {
    await browser.close()
  }
}

describe('the browser of the tests [OPS-2]', () => {
  it('is the one in CHROMIUM_PATH, and a wrong path is reported', async () => {
    expect(await findChromium(process.execPath, [])).toMatchObject({ executablePath: process.execPath })
    await expect(findChromium('/nowhere/chromium', [])).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium')
  })

  it('is otherwise one of the system', async () => {
    expect(await findChromium(undefined, ['/nowhere/chromium', process.execPath])).toMatchObject({
      executablePath: process.execPath,
    })
  })

  it('starts and shows a page', async () => {
    const browser = await launchBrowser()
    expect(browser.version()).toMatch(/^\d+\./)
    await browser.close()
  })

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'is else the one of the npm package, twice the same',
    async () => {
      const found = await findChromium(undefined, [])
      expect(await showsPage(found)).toBe('Holdfast')
      expect(await findChromium(undefined, [])).toEqual(found)
    },
  )
})
