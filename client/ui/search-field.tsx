import { ActionIcon, TextInput } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import classes from './fields.module.css'
import { Icon } from './icons.tsx'

/** The search of a list. `label` names its subject; it is also the placeholder. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const t = useT()
  return (
    <TextInput
      className={classes.search}
      classNames={{ input: classes.searchInput }}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Icon name="search" size={18} />}
      rightSection={
        value !== '' && (
          <ActionIcon aria-label={t('ui.clearSearch')} size="lg" onClick={() => onChange('')}>
            <Icon name="close" size={16} />
          </ActionIcon>
        )
      }
    />
  )
}
