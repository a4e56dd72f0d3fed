import { ActionIcon, Button, Menu } from '@mantine/core'
import { type Action, actions, moves } from '../../../machines/device.ts'
import { useActionRefusal } from '../../commands/action-button.tsx'
import { actionIcons } from '../../devices/actions.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import classes from './several.module.css'
import { type DevicesLive, useForecast } from './use-forecast.ts'

interface SelectionBarProps {
  live: DevicesLive
  ids: ReadonlySet<number>
  /** Number of selected devices that the filter hides. */
  hidden: number
  /** Number of filtered devices, if not all of them are selected. */
  rest: number
  compact: boolean
  busy: boolean
  /** Called with the devices that the command would reach now. */
  onAct: (action: Action, reached: readonly number[]) => void
  onAll: () => void
  onClear: () => void
}

/** The actions of the selected devices, with how many each would reach now. Stays in view. */
export function SelectionBar(props: SelectionBarProps) {
  const t = useT()
  const { live, ids, hidden, rest, compact, busy, onAct, onAll, onClear } = props
  const shown = compact ? actions.filter(moves) : actions
  return (
    <section className={classes.dockBar} aria-label={t('control.select.bar')}>
      <div className={classes.count}>
        <ActionIcon aria-label={t('control.select.none')} onClick={onClear}>
          <Icon name="close" />
        </ActionIcon>
        <span>
          <strong>{t('common.devicesSelected', { count: ids.size })}</strong>
          {hidden > 0 && <small className={classes.countNote}>{t('control.select.hidden', { count: hidden })}</small>}
        </span>
        {rest > 0 && (
          <Button variant="subtle" onClick={onAll}>
            {t('control.select.all', { count: rest })}
          </Button>
        )}
      </div>
      <div className={classes.does}>
        {shown.map((action) => (
          <Do key={action} live={live} ids={ids} action={action} busy={busy} onAct={onAct} />
        ))}
        {compact && <Rarer {...props} />}
      </div>
    </section>
  )
}

type DoProps = Pick<SelectionBarProps, 'live' | 'ids' | 'busy' | 'onAct'> & { action: Action }

/** Why a command would reach nobody, or null. */
function useReason({ live, ids, action }: Pick<DoProps, 'live' | 'ids' | 'action'>) {
  const t = useT()
  const reasonOf = useActionRefusal()
  const { will, cannot } = useForecast(live, ids, action)
  const [only] = cannot
  if (will.length > 0) return { will, reason: null }
  return { will, reason: only && cannot.length === 1 ? reasonOf(only.refusal, action) : t('control.many.nothing') }
}

function Do({ action, busy, onAct, ...rest }: DoProps) {
  const t = useT()
  const { will, reason } = useReason({ action, ...rest })
  return (
    <ReasonButton
      icon={actionIcons[action]}
      reason={reason}
      busy={busy}
      {...(moves(action) ? { tone: 'brand' } : {})}
      onAct={() => onAct(action, will)}
    >
      {will.length === 0 ? t(`control.${action}`) : t('control.many.act', { action, count: will.length })}
    </ReasonButton>
  )
}

function Rarer(props: SelectionBarProps) {
  const t = useT()
  return (
    <Menu position="top-end" width="18rem">
      <Menu.Target>
        <ActionIcon variant="default" className={classes.rarer ?? ''} aria-label={t('control.many.more')}>
          <Icon name="menu" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter((action) => !moves(action))
          .map((action) => (
            <RareItem key={action} {...props} action={action} />
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function RareItem({ action, busy, onAct, ...rest }: DoProps) {
  const t = useT()
  const { will, reason } = useReason({ action, ...rest })
  const off = reason !== null || busy
  return (
    <Menu.Item
      leftSection={<Icon name={actionIcons[action]} />}
      aria-disabled={off || undefined}
      data-off={off || undefined}
      className={classes.rareItem ?? ''}
      closeMenuOnClick={!off}
      onClick={() => !off && onAct(action, will)}
    >
      {will.length === 0 ? t(`control.${action}`) : t('control.many.act', { action, count: will.length })}
      {reason !== null && <small className={classes.rareItemNote}>{reason}</small>}
    </Menu.Item>
  )
}
