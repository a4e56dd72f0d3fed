/** The alphabet of SMS (GSM 03.38); the second line counts twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const double = '^{}\\[~]|€'
const instead: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
}
/** Two SMS that are joined. */
export const smsLength = 306

const lengthOf = (letter: string): number => (double.includes(letter) ? 2 : 1)

/** Maximum length of a text in an SMS. */
export function gsmLength(text: string): number {
  return [...text].reduce((sum, letter) => sum + lengthOf(letter), 0)
}

/** A letter in the alphabet of SMS: accents that it does not have are dropped, what it cannot write becomes '?'. */
function gsmLetter(letter: string): string {
  if (basic.includes(letter) || double.includes(letter)) return letter
  if (/\s/u.test(letter)) return ' '
  const other = instead[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...other].every((each) => basic.includes(each)) ? other : '?'
}

/** A text in the alphabet of SMS, at most two of them long: what is longer ends in '...'. */
export function toGsm(text: string): string {
  const whole = [...text].map(gsmLetter).join('')
  if (gsmLength(whole) <= smsLength) return whole
  let kept = ''
  for (const letter of whole) {
    if (gsmLength(kept) + lengthOf(letter) > smsLength - 3) break
    kept += letter
  }
  return `${kept}...`
}
