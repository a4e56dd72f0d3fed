/** The SMS alphabet (GSM 03.38); characters of the second line take two positions. */
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
/** Two concatenated SMS. */
export const smsLength = 306

const lengthOf = (letter: string): number => (double.includes(letter) ? 2 : 1)

/** Length of a text in an SMS. */
export function gsmLength(text: string): number {
  return [...text].reduce((sum, letter) => sum + lengthOf(letter), 0)
}

/** Returns a character in the SMS alphabet: unsupported accents are dropped, anything else becomes '?'. */
function gsmLetter(letter: string): string {
  if (basic.includes(letter) || double.includes(letter)) return letter
  if (/\s/u.test(letter)) return ' '
  const other = instead[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...other].every((each) => basic.includes(each)) ? other : '?'
}

/** Returns a text in the SMS alphabet, cut to two messages: a longer text ends in '...'. */
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
