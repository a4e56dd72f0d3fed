import { minPassword, type PasswordUse, passwordFits } from '../../machines/password.ts'
import { type Refuse, refuseField } from '../kernel/bus/refuse.ts'

/** Words that everybody who knows the person would try. */
export interface PasswordOwner {
  readonly email: string
  readonly names?: readonly (string | null)[]
}

/** Common here, and missing in the list: it knows more English than other languages. */
const regional = ['qwertz', 'qwertzui', 'willkommen', 'bienvenue', 'benvenuto', 'parkplatz', 'fahrrad', 'holdfast']

let list: Promise<ReadonlySet<string>> | undefined

/** Returns the common passwords, in lower case; loaded at the first use, never over the network. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...regional]),
  )
  return list
}

/** Number of characters around a common password that make it no better: `Password-2026!`. */
const maxDecoration = 6
const minWord = 4

/** Returns a password in lower case, and what remains of it without digits and special characters at both ends. */
function readings(password: string): string[] {
  const whole = password.normalize('NFKC').toLowerCase()
  const stem = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return whole.length - stem.length <= maxDecoration && stem.length >= minWord ? [whole, stem] : [whole]
}

function wordsOf({ email, names = [] }: PasswordOwner): string[] {
  const [local = ''] = email.split('@')
  const words = [email, local, ...local.split(/[._+-]/), ...names.flatMap((name) => (name ?? '').split(/\s+/))]
  return words.map((word) => word.normalize('NFKC').toLowerCase()).filter((word) => word.length >= minWord)
}

/** Returns whether a password is on the list of common ones or contains the person's e-mail address or name (rule SE-6). */
export async function passwordTooCommon(password: string, person: PasswordOwner): Promise<boolean> {
  const common = await commonPasswords()
  const [whole = '', ...stems] = readings(password)
  return [whole, ...stems].some((each) => common.has(each)) || wordsOf(person).some((word) => whole.includes(word))
}

/**
 * Refuses a password that somebody chooses: `bad-input` when it is too short for a registration, `password-too-weak` as
 * a new one (SE-5), `password-too-common` (SE-6). `path` is the input's field.
 */
export async function checkNewPassword(
  password: string,
  use: PasswordUse,
  person: PasswordOwner,
  refuse: Refuse<'bad-input' | 'password-too-weak' | 'password-too-common'>,
  path = 'password',
): Promise<void> {
  if (!passwordFits(password, use)) {
    if (use === 'new') return refuseField(refuse, 'password-too-weak', path)
    const params = { minimum: minPassword.registration }
    return refuse('bad-input', undefined, [{ path, issue: 'field-too-short', params }])
  }
  if (await passwordTooCommon(password, person)) return refuseField(refuse, 'password-too-common', path)
}
