import { formatNumber } from '../../i18n/format.ts'
import type { useT } from '../../i18n/i18n.ts'

/** Returns by how many seconds a gateway's clock is ahead or behind; less than half a second is right. */
export function clockText(aheadMs: number, t: ReturnType<typeof useT>): string {
  if (Math.abs(aheadMs) < 500) return t('gateways.clock.right')
  const seconds = formatNumber(Math.abs(aheadMs) / 1_000)
  return t(aheadMs > 0 ? 'gateways.clock.ahead' : 'gateways.clock.behind', { seconds })
}
