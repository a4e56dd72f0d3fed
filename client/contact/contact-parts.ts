export interface ContactPart {
  readonly text: string
  /** 'mailto:…' or 'tel:…' */
  readonly href?: string
}

const reachable = /(?<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)|(?<phone>(?:\+|(?<![\d.:/-])0)\d(?:(?:\(0\)|[ /.-]){0,3}\d)+)/g
/** Hours and dates look like telephone numbers. */
const noPhone = /^\d{1,2}[.:]\d{2}\s*-|^\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}\b/

/** Splits a text that people wrote into its e-mail addresses, its telephone numbers, and what stands between them. */
export function contactParts(text: string): ContactPart[] {
  const parts: ContactPart[] = []
  let end = 0
  for (const match of text.matchAll(reachable)) {
    const [found] = match
    const href = match.groups?.['mail'] === undefined ? phoneAddress(found) : `mailto:${found}`
    if (href === null) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: found, href })
    end = match.index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function phoneAddress(text: string): string | null {
  const digits = text.replace('(0)', '').replace(/\D/g, '')
  if (noPhone.test(text) || digits.length < 6 || digits.length > 15) return null
  return `tel:${text.startsWith('+') ? '+' : ''}${digits}`
}
