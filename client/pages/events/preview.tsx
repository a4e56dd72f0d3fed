import type * as z from 'zod'
import type { preview } from '../../../contract/events.ts'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { dayText } from './day-text.ts'
import classes from './events.module.css'
import { lengthText } from './length-text.ts'
import { joinDays, type PreviewDay, type PreviewSpan, timeAt } from './preview-days.ts'
import type { Previewed } from './use-preview.ts'

/** What could be booked with the values of the form: by whom, when and for how much. */
export function Preview({ found }: { found: Previewed }) {
  const t = useT()
  return (
    <aside className={classes.aside} aria-label={t('events.preview')}>
      <Panel title={t('events.preview')}>
        <Content found={found} />
      </Panel>
    </aside>
  )
}

function Content({ found: { view, refusal, retry, complete, former } }: { found: Previewed }) {
  const t = useT()
  if (!complete)
    return (
      <EmptyState icon="schedule" title={t('events.preview.incomplete')} text={t('events.preview.incomplete.text')} />
    )
  if (refusal) return <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
  if (view === null) return <RowsSkeleton rows={3} height="3.5rem" />
  const spans = joinDays(view.days, view.timeZone)
  return (
    <div className={classes.found} data-former={former || undefined} aria-busy={former}>
      <Who who={view.who} />
      <ul className={classes.days} aria-label={t('events.preview.days')}>
        {spans.map((span) => (
          <Day key={span.first.date} span={span} zone={view.timeZone} />
        ))}
      </ul>
      <p className={classes.hint}>{t('events.preview.zone', { zone: view.timeZone.replaceAll('_', ' ') })}</p>
    </div>
  )
}

type Whom = z.output<typeof preview.reply>['who']

function Who({ who }: { who: Whom }) {
  const t = useT()
  if (who.everybody) return <p className={classes.line}>{t('events.preview.everybody')}</p>
  const lines = [
    ...who.patterns,
    who.codes > 0 && t('events.preview.codes', { count: who.codes }),
    who.enrolled > 0 && t('events.preview.enrolled', { count: who.enrolled }),
    who.staff && t('events.enrolUniversityStaff'),
    who.students && t('events.enrolUniversityStudents'),
  ].filter((line) => line !== false)
  if (lines.length === 0) return <p className={classes.line}>{t('events.preview.nobody')}</p>
  return (
    <div>
      <p className={classes.line}>{t('events.preview.only')}</p>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

function Day({ span: { first, last }, zone }: { span: PreviewSpan; zone: string }) {
  const t = useT()
  const { bookable } = first
  return (
    <li className={classes.day} data-open={bookable ? true : undefined}>
      <span className={classes.date}>
        {first === last ? dayText(first.date) : `${dayText(first.date)} – ${dayText(last.date)}`}
      </span>
      {bookable ? <Open bookable={bookable} zone={zone} /> : <p className={classes.line}>{closedText(first, t)}</p>}
    </li>
  )
}

function Open({ bookable, zone }: { bookable: NonNullable<PreviewDay['bookable']>; zone: string }) {
  const t = useT()
  const { firstStart, lastStart, shortest, longest } = bookable
  const price = (cents: number) => (cents === 0 ? t('events.free') : formatEuros(cents))
  return (
    <>
      <p className={classes.line}>
        {firstStart === lastStart
          ? t('events.preview.start', { at: timeAt(firstStart, zone) })
          : t('events.preview.starts', { from: timeAt(firstStart, zone), until: timeAt(lastStart, zone) })}
      </p>
      <p className={classes.line}>
        {t('events.preview.shortest', { length: lengthText(shortest.minutes), price: price(shortest.priceCents) })}
      </p>
      {longest.minutes > shortest.minutes && (
        <p className={classes.line}>
          {t('events.preview.longest', { length: lengthText(longest.minutes), price: price(longest.priceCents) })}
        </p>
      )}
    </>
  )
}

/** Returns why nothing can be booked on a day. */
function closedText({ closedBy }: PreviewDay, t: ReturnType<typeof useT>): string {
  if (closedBy === null) return t('events.preview.closed')
  return closedBy.code === 'no-access-time' ? t('events.preview.notValid') : refusalText(closedBy)
}
