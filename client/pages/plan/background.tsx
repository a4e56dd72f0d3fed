import { useId } from 'react'
import type { MediaView } from '../../../contract/media.ts'
import { formatNumber } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { AddPictures } from '../../media/add-pictures.tsx'
import type { QueryView } from '../../stores/use-query.ts'
import { Choices } from '../../ui/choices.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import classes from './plan.module.css'

interface BackgroundProps {
  siteId: number
  pictures: QueryView<{ media: MediaView[] }>
  chosen: string | null
  opacity: number
  onOpacity: (opacity: number) => void
  onChoose: (mediaId: string | null) => void
}
const plain = 'plain'

/** What lies under the devices: one of the site's pictures or nothing; new ones are added here, each file for itself. */
export function Background({ siteId, pictures, chosen, opacity, onOpacity, onChoose }: BackgroundProps) {
  const t = useT()
  const sliderId = useId()
  const media = (pictures.view?.media ?? []).filter(({ width }) => width !== null)
  const size = ({ width, height }: MediaView) =>
    t('plan.background.size', { width: formatNumber(width ?? 0, 0), height: formatNumber(height ?? 0, 0) })
  return (
    <div className={classes.background}>
      {pictures.view === null && pictures.refusal === null && <RowsSkeleton rows={2} />}
      {pictures.view === null && pictures.refusal !== null && (
        <ErrorState text={refusalText(pictures.refusal)} onRetry={pictures.retry} />
      )}
      {pictures.view !== null && (
        <Choices
          label={t('plan.background.choose')}
          value={chosen ?? plain}
          onChange={(value) => onChoose(value === plain ? null : value)}
          choices={[
            { value: plain, label: t('plan.background.plain') },
            ...media.map((each) => ({
              value: each.id,
              label: each.fileName,
              text: size(each),
              aside: <img className={classes.thumb} src={each.url} alt="" loading="lazy" />,
            })),
          ]}
        />
      )}
      {chosen !== null && (
        <label className={classes.slider} htmlFor={sliderId}>
          {t('plan.background.opacity')}
          <input
            className={classes.sliderInput}
            id={sliderId}
            type="range"
            min={10}
            max={100}
            step={5}
            value={Math.round(opacity * 100)}
            onChange={(event) => onOpacity(Number(event.currentTarget.value) / 100)}
          />
        </label>
      )}
      <AddPictures of={{ siteId }} onAdded={onChoose} onDone={pictures.retry} />
    </div>
  )
}
