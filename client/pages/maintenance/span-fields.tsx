import { Button } from '@mantine/core'
import { MomentInput } from '../../dates/moment-input.tsx'
import { plannable } from '../../dates/wall.ts'
import { zoneDiffers } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { type Draft, type DraftSpan, quickLengths, tomorrowMorning } from './draft.ts'
import classes from './maintenance.module.css'
import { spanText } from './words.ts'

interface SpanFieldsProps {
  draft: Draft
  span: DraftSpan
  problem: 'past' | 'empty' | 'long' | null
  zone: string
  now: number
  onChange: (change: Partial<Draft>) => void
}

const hourMs = 3_600_000

/** Start and end of maintenance, by the clock of the place. */
export function SpanFields({ draft, span, problem, zone, now, onChange }: SpanFieldsProps) {
  const t = useT()
  const { begin, until } = draft
  const limits = plannable(now, zone)
  const chosen = until.kind === 'length' ? until.length : until.kind
  const choices = [
    ...quickLengths.map((length) => ({ key: length, until: { kind: 'length', length } as const })),
    { key: 'open', until: { kind: 'open' } } as const,
    {
      key: 'at',
      until: { kind: 'at', at: span.end?.getTime() ?? span.start.getTime() + 4 * hourMs },
    } as const,
  ]
  const said = problem === null ? undefined : t(`maintenance.problem.${problem}`)
  return (
    <>
      <div className={classes.field}>
        <SegmentedFilter
          label={t('maintenance.when.begin')}
          value={begin === null ? 'now' : 'at'}
          onChange={(value) => onChange({ begin: value === 'now' ? null : tomorrowMorning(now, zone).getTime() })}
          options={[
            { value: 'now', label: t('maintenance.when.begin.now'), icon: 'clock' },
            { value: 'at', label: t('maintenance.when.begin.at'), icon: 'calendar' },
          ]}
        />
        {begin !== null && (
          <MomentInput
            className={classes.moment ?? ''}
            label={t('maintenance.when.begin')}
            value={begin}
            zone={zone}
            {...limits}
            error={problem === 'past' ? said : undefined}
            onChange={(at) => at !== null && onChange({ begin: at })}
          />
        )}
      </div>
      <div className={classes.field}>
        <span className={classes.label} id="maintenance-until">
          {t('maintenance.when.until')}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read with both legends each time */}
        <div className={classes.chips} role="group" aria-labelledby="maintenance-until">
          {choices.map(({ key, until: next }) => (
            <Button
              key={key}
              className={classes.chip ?? ''}
              variant={key === chosen ? 'filled' : 'default'}
              aria-pressed={key === chosen}
              onClick={() => onChange({ until: next })}
            >
              {t(`maintenance.when.${key}`)}
            </Button>
          ))}
        </div>
        {until.kind === 'at' && (
          <MomentInput
            className={classes.moment ?? ''}
            label={t('maintenance.when.until')}
            value={until.at}
            zone={zone}
            {...limits}
            error={problem === 'empty' || problem === 'long' ? said : undefined}
            onChange={(at) => at !== null && onChange({ until: { kind: 'at', at } })}
          />
        )}
      </div>
      <p className={classes.spanLine}>
        <strong>{spanText(span, zone, t)}</strong>
        {until.kind === 'open' && <span className={classes.spanLinePart}>{t('maintenance.when.open.text')}</span>}
        {zoneDiffers(span.start, zone) && (
          <span className={classes.spanLinePart}>{t('maintenance.span.zone', { zone })}</span>
        )}
      </p>
    </>
  )
}
