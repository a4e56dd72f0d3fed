import { IntlMessageFormat } from 'intl-messageformat'
import type { MalfunctionView } from '../../contract/devices.ts'
import type { MessageKind } from '../../contract/messages.ts'
import type { Language } from '../../contract/session.ts'
import { formatEuros, formatMoment, formatSpan } from './format.ts'
import { toGsm } from './gsm.ts'
import { letterHtml } from './html.ts'
import { isLinkPurpose, type LinkPurpose, linkPage } from './links.ts'
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import it from './texts/it.json' with { type: 'json' }
import { type AccountKind, isAccountKind, isSmsKind, kindRules } from './texts/kinds.ts'
import type { FactName, MessageTexts } from './texts/types.ts'

const texts: Record<Language, MessageTexts> = { de, en, fr, it }

/** Placeholder for the portal's address, filled in when a mail is sent or shown. */
const portal = '{portal}'

/** The pages of mails about an account that carry no secret. */
const accountPages = {
  'registration-exists': '/users/login',
  'account-changed': '/profile',
  'account-guessed': '/users/login',
} as const satisfies Record<Exclude<AccountKind, LinkPurpose>, string>

export interface About {
  readonly language: Language
  readonly name: string
  readonly sender: string
  readonly timeZone: string
  readonly site: string | null
  readonly gateway: string | null
  readonly reservation: {
    readonly id: number
    readonly number: number
    readonly device: string
    readonly start: Date
    readonly end: Date
    readonly priceCents: number
  } | null
}
export type MessageData = Readonly<Record<string, string | number | null>>
export interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Null = this kind has no SMS. */
  readonly sms: string | null
}

/** Renders a message in its recipient's language. */
export function renderMessage(kind: MessageKind, about: About, data: MessageData): Rendered {
  const words = texts[about.language]
  const values = valuesOf(about, data, words)
  const say = (text: string) => format(text, about.language, values)
  const subject = say(words[`${kind}.subject`])
  const lines = paragraphs(say(words[`${kind}.body`]))
  const facts = factsOf(kind, values, words)
  const link = linkOf(kind, about, words)
  const settings = isAccountKind(kind) ? null : { text: words.settings, address: `${portal}/profile` }
  const greeting = format(words.greeting, about.language, { name: oneLine(about.name) })
  const sender = oneLine(about.sender)
  const sentBy = format(words.sentBy, about.language, { sender })
  const { language } = about
  return {
    subject,
    text: [
      greeting,
      ...lines,
      facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
      `${link.text}: ${link.address}`,
      settings === null ? `-- \n${sentBy}` : `-- \n${sentBy}\n${settings.text}: ${settings.address}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    html: letterHtml({ language, title: subject, sender, greeting, lines, facts, link, sentBy, settings }),
    sms: isSmsKind(kind) ? toGsm(say(words[`${kind}.sms`])) : null,
  }
}

/** Returns the one link of a mail. */
function linkOf(kind: MessageKind, { reservation }: About, words: MessageTexts): { text: string; address: string } {
  if (isAccountKind(kind)) {
    const page = isLinkPurpose(kind) ? linkPage(kind) : accountPages[kind]
    return { text: words[`${kind}.link`], address: `${portal}${page}` }
  }
  const ofMalfunction = kindRules[kind].group === 'malfunctions'
  return {
    text: words[ofMalfunction ? 'link.malfunctions' : 'link.reservation'],
    address: `${portal}${ofMalfunction || !reservation ? '/malfunctions' : `/reserved-parking-lots/${reservation.id}`}`,
  }
}

/** Returns the paragraphs of a mail, without empty ones. */
function paragraphs(body: string): string[] {
  return body
    .split('\n\n')
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

/** A mail with its addresses completed. */
export function complete(letter: string, portalAddress: string): string {
  return letter.replaceAll(portal, () => portalAddress)
}

type Values = Readonly<Record<string, string | number>>
const none = 'none'

/** Names are user input: a single line, so they reach no mail header and break no list. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

function valuesOf(about: About, data: MessageData, words: MessageTexts): Values {
  const { language, timeZone, reservation } = about
  const text = (name: string): string | null => {
    const value = data[name]
    return value === undefined || value === null || value === '' ? null : oneLine(String(value))
  }
  const time = (name: string): string | null => {
    const value = data[name]
    return typeof value === 'string' ? formatMoment(new Date(value), language, timeZone) : null
  }
  const euros = (cents: number | null): string | null => (cents ? formatEuros(cents, language) : null)
  const cents = (name: string): number | null => (typeof data[name] === 'number' ? Number(data[name]) : null)
  const malfunction = text('malfunctionKind')
  const refundCents = cents('refundCents')
  const known: Record<string, string | number | null> = {
    number: reservation?.number ? String(reservation.number) : null,
    site: text('site') ?? (about.site === null ? null : oneLine(about.site)),
    device: text('device') ?? (reservation ? oneLine(reservation.device) : null),
    start: reservation ? formatMoment(reservation.start, language, timeZone) : null,
    end: reservation ? formatMoment(reservation.end, language, timeZone) : null,
    span: reservation ? formatSpan(reservation.start, reservation.end, language, timeZone) : null,
    price: euros(reservation?.priceCents ?? null),
    fromDevice: text('fromDevice'),
    toDevice: text('toDevice') ?? (reservation ? oneLine(reservation.device) : null),
    why: text('why'),
    reason: text('reason'),
    by: text('by'),
    from: time('from'),
    until: time('until'),
    triesUntil: time('triesUntil'),
    since: time('since'),
    refund: euros(refundCents),
    back: refundCents ? 'yes' : reservation?.priceCents ? 'no' : null,
    amount: euros(cents('cents')),
    gateway: text('gateway') ?? (about.gateway === null ? null : oneLine(about.gateway)),
    malfunction:
      malfunction === null ? null : (words[`malfunction.${malfunction as MalfunctionView['kind']}`] ?? malfunction),
    count: cents('devices') ?? 0,
    email: text('email'),
    company: oneLine(about.sender),
    inviter: text('inviter'),
    // Choices of a text have no hyphens.
    what: text('what')?.replaceAll('-', '_') ?? null,
    at: time('at'),
    changedWith: text('changedWith'),
    address: text('address'),
    zones: text('zones'),
  }
  return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, value ?? none]))
}

/** The rows of the table in every mail of its kind; unknown values are left out. */
function factsOf(kind: MessageKind, values: Values, words: MessageTexts): [string, string][] {
  if (isAccountKind(kind)) return []
  const names: readonly FactName[] =
    kindRules[kind].group === 'malfunctions'
      ? ['site', 'device', 'gateway', 'since']
      : ['number', 'site', 'device', 'span']
  return names.flatMap((name): [string, string][] => {
    const value = values[name]
    return value === undefined || value === none ? [] : [[words[`fact.${name}`], String(value)]]
  })
}

const formats = new Map<string, IntlMessageFormat>()

function format(text: string, language: Language, values: Values): string {
  const key = `${language} ${text}`
  let compiled = formats.get(key)
  if (!compiled) {
    compiled = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
    formats.set(key, compiled)
  }
  return String(compiled.format({ ...values })).trim()
}
