import { config } from './config.ts'

/** Where help and legal notes lie: the operator's own addresses where he configured them, else our pages. */
export interface Links {
  readonly faq: string
  readonly imprint: string
  readonly terms: string
  readonly privacy: string
  /** 'mailto:…' or an address; null when the operator named none. */
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
