import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { type MediaView, pictures as picturesQuery, remove as removePicture } from '../../contract/media.ts'
import { formatNumber, formatUnit } from '../i18n/format.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import { useQuery } from '../stores/use-query.ts'
import { confirm } from '../ui/confirm.tsx'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notify.tsx'
import { Panel } from '../ui/page.tsx'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import text from '../ui/text.module.css'
import { AddPictures } from './add-pictures.tsx'
import classes from './pictures.module.css'
import type { PicturesOf } from './upload.ts'

/** The pictures of a site or device (MEDIA-1): looked at, added and deleted at once, beside the form. */
export function Pictures({ of }: { of: PicturesOf }) {
  const t = useT()
  const { view, refusal, retry } = useQuery(picturesQuery, of)
  const [order, setOrder] = useState<'added' | 'size'>('added')
  const pictures = view?.media ?? []
  const sorted = order === 'added' ? pictures : [...pictures].sort((a, b) => b.bytes - a.bytes)
  const remove = async ({ id: mediaId, fileName: name }: MediaView) => {
    const question = { title: t('common.deleteTitle', { name }), text: t('pictures.remove.text') }
    if (!(await confirm({ ...question, act: t('common.delete'), tone: 'error' }))) return
    const answer = await send(removePicture, { mediaId })
    if (answer.ok) notify.success(t('pictures.removed', { name }))
    else notify.error(refusalText(answer.refusal))
    retry()
  }
  return (
    <Panel title={t('pictures.title')}>
      <div className={classes.pictures}>
        <p className={text.note}>{t('pictures.lead')}</p>
        {view === null && refusal === null && <RowsSkeleton rows={2} />}
        {view === null && refusal !== null && <ErrorState text={refusalText(refusal)} onRetry={retry} />}
        {view !== null && pictures.length === 0 && <p className={text.note}>{t('pictures.none')}</p>}
        {pictures.length > 1 && (
          <SegmentedFilter
            label={t('pictures.sort')}
            value={order}
            onChange={setOrder}
            options={[
              { value: 'added', label: t('pictures.sort.added') },
              { value: 'size', label: t('pictures.sort.size') },
            ]}
          />
        )}
        {sorted.length > 0 && (
          <ul className={classes.list} aria-label={t('pictures.title')}>
            {sorted.map((picture) => (
              <li key={picture.id} className={classes.picture}>
                <img className={classes.thumb} src={picture.url} alt="" loading="lazy" />
                <span className={classes.name}>
                  {picture.fileName}
                  <small className={classes.facts}>
                    {t('pictures.facts', {
                      width: formatNumber(picture.width ?? 0),
                      height: formatNumber(picture.height ?? 0),
                      size: formatUnit(Math.ceil(picture.bytes / 1_000), 'kB', 0),
                    })}
                  </small>
                </span>
                <ActionIcon
                  variant="default"
                  size={44}
                  aria-label={t('pictures.remove', { name: picture.fileName })}
                  onClick={() => void remove(picture)}
                >
                  <Icon name="close" size={18} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <AddPictures of={of} onDone={retry} />
      </div>
    </Panel>
  )
}
