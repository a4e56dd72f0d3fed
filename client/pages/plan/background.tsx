import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import type { MediaView } from '../../../contract/sites/plan.ts'
import { formatNumber } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import type { QueryView } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Icon } from '../../ui/icons.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import text from '../../ui/text.module.css'
import classes from './plan.module.css'
import { uploadPicture } from './upload.ts'

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
  const input = useRef<HTMLInputElement>(null)
  const sliderId = useId()
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null)
  const [refused, setRefused] = useState<readonly { name: string; reason: string }[]>([])
  const add = async (files: readonly File[]) => {
    setRefused([])
    for (const file of files) {
      setSending({ name: file.name, part: 0 })
      const answer = await uploadPicture(siteId, file, (part) => setSending({ name: file.name, part }))
      if (answer.ok) onChoose(answer.id)
      else {
        const reason = answer.reason ?? refusalText(answer.refusal)
        setRefused((before) => [...before, { name: file.name, reason }])
      }
    }
    setSending(null)
    pictures.retry()
  }
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
      {refused.map(({ name, reason }) => (
        <Alert key={name} severity="error">
          {t('plan.background.refused', { name, reason })}
        </Alert>
      ))}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) void add(files)
        }}
      />
      <Button
        variant="default"
        fullWidth
        disabled={sending !== null}
        leftSection={<Icon name="image" size={18} />}
        onClick={() => input.current?.click()}
      >
        {t('plan.background.add')}
      </Button>
      {sending !== null && (
        <p className={text.note} role="status">
          {t('plan.background.sending', { name: sending.name, percent: Math.round(sending.part * 100) })}
        </p>
      )}
    </div>
  )
}
