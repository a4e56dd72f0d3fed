import { useState } from 'react'
import { LanguageButton } from './LanguageButton.tsx'
import { untilLoaded } from './untilLoaded.ts'
import { useLater } from './useLater.ts'

const load = untilLoaded(
  () => import('./LanguageChoice.tsx'),
  ({ LanguageChoice }) => LanguageChoice,
)

/** Language switch of the header. Its menu comes after the first screen; who is quicker gets it open. */
export function LanguageMenu() {
  const { part: Choice, ask } = useLater(load)
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    ask()
  }
  return Choice ? (
    <Choice open={wanted} />
  ) : (
    <LanguageButton aria-haspopup="menu" aria-expanded={false} onClick={open} />
  )
}
