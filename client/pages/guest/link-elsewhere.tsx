import { useT } from '../../i18n/i18n.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** An address that was copied from another browser: only the link itself opens the page here. */
export function LinkElsewhere() {
  const t = useT()
  return (
    <Page title={t('guest.title')}>
      <EmptyState icon="ticket" title={t('guest.link.elsewhere')} text={t('guest.link.elsewhere.text')} />
    </Page>
  )
}
