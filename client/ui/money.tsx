import { formatEuros } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'

/** Integer cents as euros in the reader's language; `free` shows 'free of charge' instead of 0,00 €. */
export function Money({ cents, free = false }: { cents: number; free?: boolean }) {
  const t = useT()
  return <span style={{ whiteSpace: 'nowrap' }}>{free && cents === 0 ? t('booking.free') : formatEuros(cents)}</span>
}
