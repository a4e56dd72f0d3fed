import { Button } from '@mantine/core'
import type { BlockView, FixView, WhyNot } from '../../../contract/reservations/book.ts'
import { formatNumber, formatSpan } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { formatDistance, formatDuration } from '../../i18n/measures.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import classes from './refusal-reason.module.css'

/** Why a site or place cannot be booked for this span, and the nearest alternative as a button. */
export function RefusalReason({
  refusal,
  fix,
  of,
  zone,
  onFix,
}: {
  refusal: WhyNot
  fix: FixView | null
  /** Name of the site or place, for screen readers. */
  of: string
  zone: string
  onFix: (fix: FixView) => void
}) {
  const words = useFixWords(zone)
  const said = fix && words(fix)
  return (
    <div className={classes.why}>
      <p className={classes.whyText}>
        <Icon className={classes.whyIcon} name="info" size={18} />
        {refusalText(refusal)}
      </p>
      {fix && said && (
        <Button
          className={classes.whyButton ?? ''}
          classNames={{ label: classes.whyLabel }}
          variant="light"
          aria-label={`${said.act}: ${of}`}
          title={said.hint}
          onClick={() => onFix(fix)}
        >
          {said.act}
        </Button>
      )}
    </div>
  )
}

function useFixWords(zone: string): (fix: FixView) => { act: string; hint: string } {
  const t = useT()
  return (fix) => {
    if (fix.kind === 'device') return { act: t('booking.fix.device', { name: fix.name }), hint: '' }
    if (fix.kind === 'site') {
      const away = fix.distanceM === null ? '' : formatDistance(fix.distanceM)
      return { act: t('booking.fix.site', { name: fix.name }), hint: away }
    }
    return {
      act: t(`booking.fix.${fix.kind}`, { by: formatDuration(fix.minutes) }),
      hint: formatSpan(fix.start, fix.end, zone),
    }
  }
}

/** Who blocked the person here, since when and why, and the contact. */
export function Blocked({ block }: { block: BlockView }) {
  const t = useT()
  return (
    <Alert severity="warning" title={t('booking.blocked.title', { zone: block.zone.name })}>
      <p className={classes.blocked}>
        {block.by === null ? t('booking.blocked.nobody') : t('booking.blocked.by', { name: block.by })}{' '}
        {block.reason !== '' && t('booking.blocked.reason', { reason: block.reason })}
      </p>
      <p className={classes.contact}>
        {block.email !== null && (
          <a className={classes.contactLink} href={`mailto:${block.email}`}>
            {block.email}
          </a>
        )}
        {block.phone !== null && (
          <a className={classes.contactLink} href={`tel:${block.phone.replace(/[^+\d]/g, '')}`}>
            {block.phone}
          </a>
        )}
      </p>
    </Alert>
  )
}

/** Free, occupied and maximum, in words; the bar is decorative. */
export function Counts({ free, occupied, maximum }: { free: number; occupied: number; maximum: number }) {
  const t = useT()
  return (
    <span className={classes.counts}>
      <strong className={classes.countsStrong} data-none={free === 0 || undefined}>
        {t('booking.counts.free', { free })}
      </strong>
      <span className={classes.countsPart}>
        {t('booking.counts.rest', { occupied, maximum: formatNumber(maximum, 0) })}
      </span>
      <span className={`${classes.bar} ${classes.countsPart}`} aria-hidden="true">
        <span className={classes.barPart} style={{ width: maximum === 0 ? 0 : `${(free / maximum) * 100}%` }} />
      </span>
    </span>
  )
}
