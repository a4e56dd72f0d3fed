import { config } from './config.ts'

/** Addresses of help and legal notes: the operator's own if configured, else our pages. */
export interface Links {
  readonly faq: string
  readonly imprint: string
  readonly terms: string
  readonly privacy: string
  /** 'mailto:…' or an address; null if the operator configured none. */
  readonly support: string | null
}

export function helpLinks(): Links {
  const { faq, imprint, support } = config.current.links
  return {
    faq: faq || '/faq',
    imprint: imprint || '/imprint',
    terms: '/terms',
    privacy: '/privacy',
    support: support === '' ? null : /^[^/:\s]+@[^/:\s]+$/.test(support) ? `mailto:${support}` : support,
  }
}

/** True for addresses outside this program. */
export const isExternal = (href: string): boolean => !href.startsWith('/')
