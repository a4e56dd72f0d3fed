import type { CommandLogLine } from '../../../contract/control.ts'
import { useT } from '../../i18n/i18n.ts'
import { TwoLines } from '../../lists/two-lines.tsx'

/** Who requested it and by which right; decisions of a gateway are marked as such. */
export function Who({
  deviceCommand,
}: {
  deviceCommand: Pick<CommandLogLine, 'by' | 'allowedBy' | 'anyway' | 'byGateway'>
}) {
  const t = useT()
  return (
    <TwoLines
      small={`${t(`insight.why.${deviceCommand.allowedBy}`)}${deviceCommand.anyway ? ` · ${t('insight.commands.anyway')}` : ''}`}
    >
      {deviceCommand.by ?? t(deviceCommand.byGateway ? 'command-log.byGateway' : 'command-log.bySystem')}
    </TwoLines>
  )
}
