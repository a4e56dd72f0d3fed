import type { MaintenancePreview } from '../../../contract/maintenance.ts'
import { formatDateTime, formatEuros } from '../../i18n/format.ts'
import { i18n, type t as translate, useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './maintenance.module.css'

/** Everything in one sentence: how many are affected, and how. */
export function sentenceOf({ counts }: MaintenancePreview, t: typeof translate): string {
  const all = counts.moves + counts.cannotMove + counts.losesAccess
  if (all === 0) return t('maintenance.preview.none')
  return t('maintenance.preview.sentence', {
    all,
    moves: counts.moves,
    cannot: counts.cannotMove,
    loses: counts.losesAccess,
  })
}

/** 'Deutsch', 'English' in the current language. */
const languageName = (code: string) => new Intl.DisplayNames([i18n.language], { type: 'language' }).of(code) ?? code

/** Other effects of a period: blocked devices, money, who is informed in which language and who cannot be, overlapping maintenance. */
export function Consequences({ preview }: { preview: MaintenancePreview }) {
  const t = useT()
  const zone = preview.target.timeZone
  const { messages, untold, refundCents } = preview
  return (
    <ul className={classes.consequences}>
      <li className={classes.consequencesItem}>
        <Icon className={classes.consequencesIcon} name="blocked" size={18} />
        <span>{t('maintenance.preview.devices', { count: preview.devices })}</span>
      </li>
      <li className={classes.consequencesItem}>
        <Icon className={classes.consequencesIcon} name="euro" size={18} />
        <span>
          {refundCents > 0
            ? t('maintenance.preview.refund', { amount: formatEuros(refundCents) })
            : t('maintenance.preview.noRefund')}
        </span>
      </li>
      <li className={classes.consequencesItem}>
        <Icon className={classes.consequencesIcon} name="send" size={18} />
        {messages.length === 0 ? (
          <span>{t('maintenance.preview.noMessages')}</span>
        ) : (
          <div>
            {t('maintenance.preview.messages')}
            <ul className={classes.consequencesList}>
              {messages.map(({ language, mails, sms }) => (
                <li key={language}>
                  {t('maintenance.preview.message', { language: languageName(language), mails, sms })}
                </li>
              ))}
            </ul>
          </div>
        )}
      </li>
      {untold > 0 && (
        <li className={classes.consequencesItem} data-tone="warning">
          <Icon className={classes.consequencesIcon} name="alert" size={18} />
          <span>{t('maintenance.preview.untold', { count: untold })}</span>
        </li>
      )}
      {preview.overlaps.map(({ id, name, start, end }) => {
        const values = { target: name, from: formatDateTime(start, zone) }
        return (
          <li className={classes.consequencesItem} key={id} data-tone="warning">
            <Icon className={classes.consequencesIcon} name="maintenance" size={18} />
            <span>
              {end === null
                ? t('maintenance.preview.overlap.open', values)
                : t('maintenance.preview.overlap.span', { ...values, until: formatDateTime(end, zone) })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
