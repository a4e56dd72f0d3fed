import { ActionIcon, Button, Progress } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icons.tsx'
import text from '../ui/text.module.css'
import classes from './pictures.module.css'
import type { UploadTarget } from './upload.ts'
import { useUploads } from './use-uploads.ts'

/** What can be chosen: phones then offer their camera too, and convert their own formats. */
export const accepted = 'image/png,image/jpeg,image/webp,image/avif,image/gif'

interface AddPicturesProps {
  of: UploadTarget
  /** Called for each picture that is stored. */
  onAdded?: (mediaId: string) => void
  /** Called once all of them are through. */
  onDone: () => void
}

/** Adds pictures by choosing, dropping or pasting files, each for itself: what is refused is named with its reason. */
export function AddPictures({ of, onAdded, onDone }: AddPicturesProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { uploads, add, dismiss } = useUploads(of, { onAdded, onDone })
  usePaste(add)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button does the same
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
    >
      {uploads.map(({ key, name, part, reason }) =>
        reason === null ? (
          <div key={key} className={classes.upload}>
            <span className={text.note} role="status">
              {t('plan.background.sending', { name, percent: Math.round(part * 100) })}
            </span>
            <Progress className={classes.progress ?? ''} value={part * 100} aria-label={name} />
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t('pictures.cancel', { name })}
              onClick={() => dismiss(key)}
            >
              <Icon name="close" size={18} />
            </ActionIcon>
          </div>
        ) : (
          <Alert key={key} severity="error">
            {t('plan.background.refused', { name, reason })}
          </Alert>
        ),
      )}
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) add(files)
        }}
      />
      <Button
        variant="default"
        fullWidth
        leftSection={<Icon name="image" size={18} />}
        onClick={() => input.current?.click()}
      >
        {t('plan.background.add')}
      </Button>
      <p className={text.note}>{t('pictures.add.hint')}</p>
    </div>
  )
}

/** Pictures that are pasted anywhere on the page, except into a field, are added. */
function usePaste(add: (files: readonly File[]) => void) {
  const taken = useEffectEvent(add)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      if (files.length === 0 || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
        return
      event.preventDefault()
      taken(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
