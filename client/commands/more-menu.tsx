import { ActionIcon, Menu } from '@mantine/core'
import type { Action } from '../../machines/device.ts'
import { type ActionState, actionIcons } from '../devices/actions.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { useActionRefusal } from './action-button.tsx'
import classes from './commands.module.css'

interface MoreMenuProps {
  device: string
  states: readonly ActionState[]
  onAct: (action: Action) => void
}

/** Less common actions of a device on the phone; disabled ones show the reason below their name. */
export function MoreMenu({ device, states, onAct }: MoreMenuProps) {
  const t = useT()
  const reasonOf = useActionRefusal()
  return (
    <Menu position="bottom-end" width="18rem">
      <Menu.Target>
        <ActionIcon variant="default" className={classes.moreTarget ?? ''} aria-label={t('control.more', { device })}>
          <Icon name="menu" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {states.map(({ action, refusal }) => (
          <Menu.Item
            key={action}
            leftSection={<Icon name={actionIcons[action]} />}
            aria-disabled={refusal !== null || undefined}
            data-off={refusal !== null || undefined}
            className={classes.menuItem ?? ''}
            closeMenuOnClick={refusal === null}
            onClick={() => refusal === null && onAct(action)}
          >
            {t(`control.${action}`)}
            {refusal !== null && <small className={classes.menuItemNote}>{reasonOf(refusal, action)}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
