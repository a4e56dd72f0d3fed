/**
 * Returns what people mean by a typed or pasted text: full-width and other compatibility characters as ordinary ones
 * (NFKC), without invisible characters, white space as single spaces. Pure. Every parse of a phone number, plate, code,
 * token or e-mail address begins with it (rule N-9).
 */
export function plainText(text: string): string {
  return text
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Like plainText, without any white space: for what has none, such as a token or an e-mail address. */
export function plainWord(text: string): string {
  return plainText(text).replaceAll(' ', '')
}

/** Joiners, variation selectors, soft hyphens, direction marks, and the frames of keycaps. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}]/gu
