import { busyStates, type ImportState as State } from '../../../contract/imports.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'
import { Badge } from '../../ui/status-badge.tsx'

const looks: Readonly<Record<State, readonly [ToneName, IconName]>> = {
  reading: ['info', 'wait'],
  checking: ['info', 'wait'],
  checked: ['warning', 'check'],
  importing: ['info', 'wait'],
  done: ['success', 'check'],
  undone: ['neutral', 'refresh'],
  canceled: ['neutral', 'close'],
  failed: ['error', 'alert'],
}

/** The state of an import in a word. */
export function ImportState({ state }: { state: State }) {
  const t = useT()
  const [tone, icon] = looks[state]
  return (
    <Badge tone={tone} icon={icon} quiet={!busyStates.includes(state)}>
      {t(`imports.state.${state}`)}
    </Badge>
  )
}
