import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onAnnounce } from './announce.ts'

/** Polite live region for the outcomes of orders: stands once on a page that gives orders. */
export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => onAnnounce(setText), [])
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  )
}
