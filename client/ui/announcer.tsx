import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onAnnounce } from './announce.ts'

/** Polite live region for the outcomes of commands: one per page with commands. */
export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => onAnnounce(setText), [])
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  )
}
