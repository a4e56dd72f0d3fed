import { useState } from 'react'
import { formatEuros, formatSpan } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { readChosen } from './chosen-place.ts'

/** What somebody chose before the login: which place, when, for how much. Nothing without a choice. */
export function ChosenSummary() {
  const t = useT()
  const [chosen] = useState(readChosen)
  if (chosen === null || chosen.name === null) return null
  const { name, site, start, end, timeZone, priceCents } = chosen
  const parts = [
    site === null ? name : `${name}, ${site}`,
    formatSpan(start, end, timeZone ?? undefined),
    priceCents === null ? null : priceCents === 0 ? t('session.chosen.free') : formatEuros(priceCents),
  ]
  return (
    <Alert severity="info" title={parts.filter((part) => part !== null).join(' · ')}>
      {t('session.chosen.text')}
    </Alert>
  )
}
