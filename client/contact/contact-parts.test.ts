import { describe, expect, it } from 'vitest'
import { contactParts } from './contact-parts.ts'

const links = (text: string) => contactParts(text).flatMap(({ href }) => href ?? [])

describe('the contact of a site', () => {
  it.each([
    ['Call 0800 123 4567', ['tel:08001234567']],
    ['+49 (0)711 / 123-456, help@radhafen.example.', ['tel:+49711123456', 'mailto:help@radhafen.example']],
    ['Tel. 0711/123456 (8.00-18.00)', ['tel:0711123456']],
    ['Mo-Fr 08.00-18.00', []],
    ['closed on 01.12.2026', []],
    ['Box 012, level 3', []],
    ['Ask the guard', []],
    ['', []],
  ])('%s leads to %j', (text, expected) => {
    expect(links(text)).toEqual(expected)
  })

  it('keeps every letter of the text', () => {
    const text = 'Call 0800 123 4567\nor write to a.b+c@d-e.example, 08.00-18.00.'
    expect(
      contactParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})
