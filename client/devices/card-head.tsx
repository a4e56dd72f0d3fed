import { ActionIcon } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import { nameIn } from '../i18n/named.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './device-card.module.css'

interface CardHeadProps {
  device: { name: string; hardwareId: string; type: Parameters<typeof nameIn>[0] }
  onClose: () => void
}

/** Head of the card of a selected device: its name, and a close button. */
export function CardHead({ device: { name, hardwareId, type }, onClose }: CardHeadProps) {
  const t = useT()
  return (
    <div className={classes.cardHead}>
      <div>
        <h2 className={classes.cardHeadTitle}>{name}</h2>
        <p className={classes.cardHeadText}>
          {nameIn(type)} · {hardwareId}
        </p>
      </div>
      <ActionIcon variant="subtle" aria-label={t('ui.close')} onClick={onClose}>
        <Icon name="close" />
      </ActionIcon>
    </div>
  )
}
