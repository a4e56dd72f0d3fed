import type { AccessView } from '../../contract/control/own.ts'
import { useT } from '../i18n/i18n.ts'
import { nameIn } from '../i18n/named.ts'
import { Icon, iconNamed } from '../ui/icons.tsx'
import { BigButton } from './big-button.tsx'
import { DoorState } from './door-state.tsx'
import { type Circumstances, type Door, doorOff, type Off, type OwnAction, offers } from './may.ts'
import { offText } from './off-words.ts'
import classes from './opening.module.css'

interface DoorCardProps {
  access: AccessView
  door: Door
  around: Circumstances
  /** Shown elsewhere on the screen, for all buttons together. */
  said: Off | null
  /** The main button opens it: no second one for the same. */
  alone: boolean
  onAct: (door: Door, action: OwnAction) => void
}

/** One device of the way: its reported state, and its actions. */
export function DoorCard({ access, door, around, said, alone, onAct }: DoorCardProps) {
  const t = useT()
  const { device, view } = door
  const name = { device: view.name }
  const deeds = (['open', 'close'] as const)
    .filter((action) => offers(door, action) && !(alone && action === 'open'))
    .map((action) => ({ action, off: doorOff(access, door, action, around) }))
  const [first, second] = deeds
  // A reason shared by both buttons is shown once, below both.
  const shared = first && second && first.off === second.off && first.off !== said ? first.off : null
  return (
    <article className={classes.door}>
      <header className={classes.name}>
        <Icon className={classes.nameIcon} name={iconNamed(view.type.icon, 'device')} size={26} />
        <div>
          <h2 className={classes.nameTitle}>{view.name}</h2>
          <p className={classes.nameText}>
            {nameIn(view.type)}
            {device.pathName !== null && ` · ${t('open.path', { name: device.pathName })}`}
          </p>
        </div>
      </header>
      <DoorState view={view} barrier={device.barrier !== null} fresh={around.carries} zone={access.site.timeZone} />
      <div className={classes.deeds}>
        {deeds.map(({ action, off }) => (
          <BigButton
            key={action}
            look={action === 'open' ? 'door' : 'second'}
            icon={action === 'open' ? 'open' : 'closed'}
            label={t(`open.do.${action}`, name)}
            reason={off === null ? null : offText(off, t, action)}
            quiet={off !== null && (off === said || off === shared)}
            onAct={() => onAct(door, action)}
          >
            {t(`open.${action}`)}
          </BigButton>
        ))}
        {shared !== null && (
          <p className={classes.shared} aria-hidden="true">
            {offText(shared, t)}
          </p>
        )}
      </div>
    </article>
  )
}
