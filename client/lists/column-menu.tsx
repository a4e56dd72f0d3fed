import { Button, Checkbox, Popover } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import type { ListColumn } from './column.ts'
import classes from './lists.module.css'
import type { Layout } from './use-layout.ts'

/** Chooses the columns of a list and the row height. */
export function ColumnMenu<Row>({ columns, layout }: { columns: readonly ListColumn<Row>[]; layout: Layout }) {
  const t = useT()
  const toggle = (key: string, shown: boolean) =>
    layout.setColumns(shown ? [...layout.columns, key] : layout.columns.filter((each) => each !== key))
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button className={classes.desk ?? ''} variant="default" leftSection={<Icon name="list" size={18} />}>
          {t('lists.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''} aria-label={t('lists.columns')}>
        {columns
          .filter(({ always }) => !always)
          .map(({ key, title }) => (
            <Checkbox
              key={key}
              label={title}
              checked={layout.columns.includes(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
        <SegmentedFilter
          label={t('lists.density')}
          value={layout.density}
          onChange={layout.setDensity}
          options={[
            { value: 'compact', label: t('lists.density.compact') },
            { value: 'comfortable', label: t('lists.density.comfortable') },
          ]}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
