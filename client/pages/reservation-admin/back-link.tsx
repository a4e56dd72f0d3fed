import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'

/** One page back; whoever came by a link of elsewhere goes to the list. */
export function BackLink() {
  const t = useT()
  return <BackButton otherwise="/reservations">{t('ui.back')}</BackButton>
}
