import { useState } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { LanguageButton } from './language-button.tsx'

const choice = lazyPart(
  () => import('./language-choice.tsx'),
  ({ LanguageChoice }) => LanguageChoice,
)

/** Language switch of the header. Its menu loads when it is first opened. */
export function LanguageMenu() {
  const { loaded: Choice, ask } = useLazy(choice, 'asked')
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    // A menu that opens long after the click would be a surprise.
    void ask().then((loaded) => loaded || setWanted(false))
  }
  return Choice ? (
    <Choice open={wanted} />
  ) : (
    <LanguageButton aria-haspopup="menu" aria-expanded={false} aria-busy={wanted} onClick={open} />
  )
}
