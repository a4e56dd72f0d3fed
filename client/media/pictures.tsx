import { useState } from 'react'
import { type MediaView, order, type PictureOwner, pictures as picturesQuery, remove } from '../../contract/media.ts'
import { languages } from '../../contract/session.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import { useQuery } from '../stores/use-query.ts'
import { confirm } from '../ui/confirm.tsx'
import { notify } from '../ui/notify.tsx'
import { Panel } from '../ui/page.tsx'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import text from '../ui/text.module.css'
import { AddPictures, accepted } from './add-pictures.tsx'
import { AltDialog } from './alt-dialog.tsx'
import { LargePicture } from './large-picture.tsx'
import { PictureItem } from './picture-item.tsx'
import classes from './pictures.module.css'
import { uploadPicture } from './upload.ts'

type Order = 'own' | 'size' | 'id'
const sortings: Readonly<Record<Exclude<Order, 'own'>, (a: MediaView, b: MediaView) => number>> = {
  size: (a, b) => b.bytes - a.bytes,
  id: (a, b) => (a.id < b.id ? -1 : 1),
}

/** The gallery of a site, device or location (MEDIA-1): added, put in order, described, replaced and deleted at once, beside the form. */
export function Pictures({ of }: { of: PictureOwner }) {
  const t = useT()
  const { view, refusal, retry } = useQuery(picturesQuery, of)
  const [sorting, setSorting] = useState<Order>('own')
  const [shown, setShown] = useState<string | null>(null)
  const [described, setDescribed] = useState<MediaView | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const pictures = view?.media ?? []
  const sorted = sorting === 'own' ? pictures : [...pictures].sort(sortings[sorting])
  const missing = pictures.reduce((count, { alt }) => count + languages.filter((each) => !alt[each]).length, 0)

  const moveTo = async (id: string, place: number) => {
    const mediaIds = pictures.map((picture) => picture.id).filter((each) => each !== id)
    mediaIds.splice(place, 0, id)
    const answer = await send(order, { of, mediaIds })
    if (!answer.ok) notify.refusal(answer.refusal)
    retry()
  }
  const replace = async (picture: MediaView, file: File) => {
    const answer = await uploadPicture({ mediaId: picture.id }, file, { onProgress: () => {} })
    if (answer.ok) notify.success(t('pictures.replaced', { name: picture.fileName }))
    else
      notify.error(
        t('plan.background.refused', { name: file.name, reason: answer.reason ?? refusalText(answer.refusal) }),
      )
    retry()
  }
  const removeOne = async ({ id: mediaId, fileName: name }: MediaView) => {
    const question = { title: t('common.deleteTitle', { name }), text: t('pictures.remove.text') }
    if (!(await confirm({ ...question, act: t('common.delete'), tone: 'error' }))) return
    const answer = await send(remove, { mediaId })
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
            value={sorting}
            onChange={setSorting}
            options={[
              { value: 'own', label: t('pictures.sort.own') },
              { value: 'size', label: t('pictures.sort.size') },
              { value: 'id', label: t('pictures.sort.id') },
            ]}
          />
        )}
        {missing > 0 && <p className={text.note}>{t('pictures.alt.missing', { count: missing })}</p>}
        {sorted.length > 0 && (
          <ul className={classes.list} aria-label={t('pictures.title')}>
            {sorted.map((picture, at) => (
              <PictureItem
                key={picture.id}
                picture={picture}
                main={picture.id === pictures[0]?.id}
                place={sorting === 'own' ? { at, count: sorted.length } : null}
                onMove={(place) => void moveTo(picture.id, place)}
                onDrag={() => setDragged(picture.id)}
                onDrop={() => dragged !== null && dragged !== picture.id && void moveTo(dragged, at)}
                onOpen={() => setShown(picture.id)}
                onDescribe={() => setDescribed(picture)}
                onReplace={() => chooseFile((file) => void replace(picture, file))}
                onRemove={() => void removeOne(picture)}
              />
            ))}
          </ul>
        )}
        <AddPictures of={of} onDone={retry} />
      </div>
      {shown !== null && (
        <LargePicture pictures={sorted} shown={shown} onShow={setShown} onClose={() => setShown(null)} />
      )}
      {described !== null && <AltDialog picture={described} onDone={retry} onClose={() => setDescribed(null)} />}
    </Panel>
  )
}

function chooseFile(onFile: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accepted
  input.onchange = () => {
    const [file] = input.files ?? []
    if (file) onFile(file)
  }
  input.click()
}
