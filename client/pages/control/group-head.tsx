import { GroupBox } from '../../commands/select-box.tsx'
import type { Selection } from '../../commands/selection.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './group-head.module.css'
import type { GroupLine } from './remote-list.ts'

interface GroupHeadProps {
  group: GroupLine
  selection: Selection
  onFold: (key: string) => void
}

/** Heading of a group: selects all of it, expands and collapses it, shows its count. */
export function GroupHead({ group, selection, onFold }: GroupHeadProps) {
  const t = useT()
  const { key, name, ids, open } = group
  return (
    <div className={classes.head}>
      <GroupBox selection={selection} ids={ids} label={t('control.select.group', { group: name })} />
      <h2 className={classes.headTitle}>
        <button className={classes.headButton} type="button" aria-expanded={open} onClick={() => onFold(key)}>
          <Icon className={classes.headIcon} name={open ? 'chevronDown' : 'chevronRight'} size={18} />
          {name}
        </button>
      </h2>
      <span className={classes.headPart}>{t('control.devices', { count: ids.length })}</span>
    </div>
  )
}
