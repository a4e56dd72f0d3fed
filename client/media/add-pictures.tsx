import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { refusalText, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icons.tsx'
import text from '../ui/text.module.css'
import { type PicturesOf, uploadPicture } from './upload.ts'

interface AddPicturesProps {
  of: PicturesOf
  /** Called for each picture that is stored. */
  onAdded?: (mediaId: string) => void
  /** Called once all of them are through. */
  onDone: () => void
}

/** A button that adds pictures, each file for itself: what is refused is named with its reason. */
export function AddPictures({ of, onAdded, onDone }: AddPicturesProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null)
  const [refused, setRefused] = useState<readonly { name: string; reason: string }[]>([])
  const add = async (files: readonly File[]) => {
    setRefused([])
    for (const file of files) {
      setSending({ name: file.name, part: 0 })
      const answer = await uploadPicture(of, file, (part) => setSending({ name: file.name, part }))
      if (answer.ok) onAdded?.(answer.id)
      else {
        const reason = answer.reason ?? refusalText(answer.refusal)
        setRefused((before) => [...before, { name: file.name, reason }])
      }
    }
    setSending(null)
    onDone()
  }
  return (
    <>
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
    </>
  )
}
