import { Button, Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './lists.module.css'
import { useNarrow } from './use-narrow.ts'

/** Filters that few people need: behind a button that says how many of them are set; among the others where those have a button already. */
export function FilterMore({ set, children }: { set: number; children: ReactNode }) {
  const t = useT()
  if (useNarrow()) return children
  return (
    <Popover position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="filter" size={18} />}>
          {t('lists.filters.more', { count: set })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''} aria-label={t('lists.filters.more', { count: 0 })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
