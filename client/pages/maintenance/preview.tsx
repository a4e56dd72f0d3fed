import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MaintenancePreview, PlannedOutcome } from '../../../contract/maintenance.ts'
import { formatDate, formatDateTime, formatNumber, formatTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Consequences, sentenceOf } from './consequences.tsx'
import classes from './maintenance.module.css'
import { PlannedList } from './planned-list.tsx'
import type { usePreview } from './use-preview.ts'
import { plannedLooks } from './words.ts'

interface PreviewProps {
  /** Something is chosen and its times are valid. */
  asked: boolean
  found: ReturnType<typeof usePreview>
  onBegin: (at: number) => void
  /** The button that sets it. */
  act: ReactNode
}

/** What the period would do as currently typed. The previous reply stays, dimmed, until the new one arrives: nothing jumps. */
export function Preview({ asked, found, onBegin, act }: PreviewProps) {
  const t = useT()
  const { seen, former, refusal, retry } = found
  const preview = seen?.view ?? null
  if (refusal !== null && asked)
    return (
      <Panel title={t('maintenance.preview.title')}>
        <ErrorState
          text={refusal.code === 'not-found' ? t('maintenance.what.gone') : refusalText(refusal)}
          supportCode={refusal.supportCode}
          onRetry={retry}
        />
        {act}
      </Panel>
    )
  if (preview === null)
    return (
      <Panel title={t('maintenance.preview.title')}>
        {asked ? (
          <RowsSkeleton rows={3} height="4.5rem" />
        ) : (
          <EmptyState
            icon="maintenance"
            title={t('maintenance.preview.title')}
            text={t('maintenance.preview.choose')}
          />
        )}
        {act}
      </Panel>
    )
  const all = preview.counts.moves + preview.counts.cannotMove + preview.counts.losesAccess
  return (
    <>
      <Panel title={t('maintenance.preview.title')}>
        <div className={classes.preview} data-former={former || undefined} aria-busy={former}>
          <p className={classes.sentence} role="status">
            {sentenceOf(preview, t)}
          </p>
          <Tiles preview={preview} />
          {preview.suggestedStart !== null && <Suggested preview={preview} onBegin={onBegin} />}
          <Consequences preview={preview} />
        </div>
        {act}
      </Panel>
      {all > 0 && (
        <Panel title={t('maintenance.preview.list')}>
          <div className={classes.preview} data-former={former || undefined} aria-busy={former}>
            <PlannedList preview={preview} />
          </div>
        </Panel>
      )}
    </>
  )
}

function Tiles({ preview: { counts } }: { preview: MaintenancePreview }) {
  const t = useT()
  const tiles: readonly (readonly [PlannedOutcome, number])[] = [
    ['move', counts.moves],
    ['cannot-move', counts.cannotMove],
    ['loses-access', counts.losesAccess],
  ]
  return (
    <ul className={classes.tiles} aria-hidden="true">
      {tiles.map(([outcome, count]) => (
        <li className={classes.tilesItem} key={outcome} data-tone={count > 0 ? plannedLooks[outcome].tone : 'neutral'}>
          <Icon name={plannedLooks[outcome].icon} size={20} />
          <strong className={classes.tilesStrong}>{formatNumber(count)}</strong>
          <span className={classes.tilesPart}>{t(`maintenance.planned.${outcome}`)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Offers a start at which nobody present is affected: when the last of them has left. */
function Suggested({ preview, onBegin }: { preview: MaintenancePreview; onBegin: (at: number) => void }) {
  const t = useT()
  const at = preview.suggestedStart ?? ''
  const zone = preview.target.timeZone
  const today = formatDate(at, zone) === formatDate(serverNow(), zone)
  return (
    <div className={classes.suggested}>
      <Button variant="default" leftSection={<Icon name="clock" size={18} />} onClick={() => onBegin(Date.parse(at))}>
        {t('maintenance.preview.suggested', { time: today ? formatTime(at, zone) : formatDateTime(at, zone) })}
      </Button>
      <span className={classes.suggestedPart}>{t('maintenance.preview.suggested.text')}</span>
    </div>
  )
}
