import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ConsequencesView } from '../../contract/consequences.ts'
import { formatDateTime, formatEuros } from '../i18n/format.ts'
import { i18n, type t as translate, useT } from '../i18n/i18n.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import classes from './consequences.module.css'
import { concernsNobody } from './use-consequences.ts'

/** Number of reservations that are shown without a click. */
const shownAtOnce = 5

/** What an act would do, in sentences; the first reservations by name. */
export function Consequences({ view }: { view: ConsequencesView }) {
  const t = useT()
  const { items, reservations } = view
  const more = reservations.running + reservations.future - items.length
  return (
    <div className={classes.consequences} data-consequences>
      <ul className={classes.lines}>
        {sentencesOf(view, t).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {items.length > 0 && (
        <Disclosure label={t('consequences.which')} open={items.length <= shownAtOnce}>
          <ul className={classes.lines}>
            {items.map(({ reservationId, number, person, start, site, device }) => (
              <li key={reservationId}>
                <Anchor component={Link} underline="always" to={`/reservations/${reservationId}` as '/'}>
                  {t('common.reservationNumber', { number })}
                </Anchor>
                {` · ${[person, site.name, device.name, formatDateTime(start, site.timeZone)].filter(Boolean).join(' · ')}`}
              </li>
            ))}
            {more > 0 && (
              <li>
                {t('consequences.more', { count: more })}
                {' · '}
                <Anchor component={Link} underline="always" to="/reservations">
                  {t('consequences.all')}
                </Anchor>
              </li>
            )}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function sentencesOf(view: ConsequencesView, t: typeof translate): string[] {
  const { reservations, losers, holds, losses, dependants, undo } = view
  const { running, future, priceCents, outcomes } = reservations
  const lines: string[] = []
  if (dependants.length > 0) return [t('consequences.dependants', { what: dependantsInWords(view, t) })]
  if (concernsNobody(view)) lines.push(t('consequences.none'))
  if (running + future > 0) {
    lines.push(t('consequences.reservations', { running, future, amount: formatEuros(priceCents) }))
    const { 'cannot-extend': cannotExtend, 'loses-feature': losesFeature, 'new-terms': newTerms } = outcomes
    if (cannotExtend > 0) lines.push(t('consequences.cannotExtend', { count: cannotExtend }))
    if (losesFeature > 0) lines.push(t('consequences.losesFeature', { count: losesFeature }))
    if (newTerms > 0) lines.push(t('consequences.newTerms'))
  }
  if (losers > 0) lines.push(t('consequences.losers', { count: losers }))
  if (holds > 0) lines.push(t('consequences.holds', { count: holds }))
  if (view.people > 0) lines.push(`${t('consequences.noMoney')} ${t('consequences.noMessages')}`)
  if (losses.length > 0) {
    const what = losses.map(({ kind, count }) => t(`consequences.loss.${kind}`, { count }))
    lines.push(t('consequences.lost', { what: new Intl.ListFormat(i18n.language).format(what) }))
  }
  lines.push(t(`consequences.undo.${undo}`))
  return lines
}

function dependantsInWords({ dependants }: ConsequencesView, t: typeof translate): string {
  return dependants.map(({ kind, count }) => t(`forms.dependants.${kind}`, { count })).join(', ')
}
