import { type RefObject, useRef, useState } from 'react'

/** Copying a text that stands in a field: the field to give it to, whether it was copied, and the deed. */
export function useCopy(text: string): {
  field: RefObject<HTMLInputElement | null>
  copied: boolean
  copy: () => void
} {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const write = async () => {
    field.current?.select()
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    // Without leave for the clipboard (a plain http address) the old way still works on what is selected.
    setCopied(done || document.execCommand('copy') ? text : null)
  }
  return { field, copied: copied === text, copy: () => void write() }
}
