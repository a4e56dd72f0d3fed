import { useState } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { LanguageButton } from './language-button.tsx'

const choice = lazyPart(
  () => import('./language-choice.tsx'),
  ({ LanguageChoice }) => LanguageChoice,
)

/** Language switch of the header. Its menu comes after the first screen; who is quicker gets it open. */
export function LanguageMenu() {
  const { loaded: Choice, ask } = useLazy(choice)
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    // A menu that comes long after the click would surprise.
    void ask().then((came) => came || setWanted(false))
  }
  return Choice ? (
    <Choice open={wanted} />
  ) : (
    <LanguageButton aria-haspopup="menu" aria-expanded={false} onClick={open} />
  )
}
