import { useEffect } from 'react'
import type { Selection } from '../../commands/selection.ts'

/** Where keys mean something else: text fields, open dialogs and menus. */
const elsewhere = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [role=menu]'

/** Ctrl+A (⌘A) selects all filtered devices, Escape clears the selection. */
export function useSelectionKeys(selection: Selection, idsNow: () => readonly number[]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(elsewhere))) return
      if (event.key === 'Escape') selection.clear()
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      selection.put(idsNow(), true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [selection, idsNow])
}
