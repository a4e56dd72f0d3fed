import { useSnapshot } from 'valtio'
import { loadTexts } from '../i18n/i18n.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { confirming } from './confirm-identity.ts'

const dialog = lazyPart(
  () => Promise.all([import('./confirm-dialog.tsx'), loadTexts(['visitor'])]),
  ([module]) => module.ConfirmDialog,
)

/** Placed once in the shell; shows the dialog of `sendConfirmed`, which is loaded when it is needed. */
export function IdentityHost() {
  const { current } = useSnapshot(confirming)
  return current && <Loaded key="dialog" onAnswer={current.answer} />
}

function Loaded({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { loaded: ConfirmDialog } = useLazy(dialog)
  return ConfirmDialog && <ConfirmDialog onAnswer={onAnswer} />
}
