import { type RefObject, useRef, useState } from 'react'

/** Copies the text of a field: returns the ref for the field, whether it was copied, and the function to copy. */
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
    // Without permission for the clipboard (a plain http address) the old command still copies the selection.
    setCopied(done || document.execCommand('copy') ? text : null)
  }
  return { field, copied: copied === text, copy: () => void write() }
}
