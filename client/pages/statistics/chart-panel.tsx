import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Panel } from '../../ui/page.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { CsvButton, type FigureColumn, FiguresTable } from './figures-table.tsx'
import classes from './statistics.module.css'

interface ChartPanelProps<Row> {
  title: string
  /** Name of the drawing in the choice: 'Curves'. */
  drawing: string
  /** Target and span, for the file's name. */
  fileName: readonly string[]
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string | number
  /** Older figures stand here while newer ones are on their way. */
  waiting: boolean
  tools?: ReactNode
  note?: ReactNode
  children: ReactNode
}

/** A drawing with its table (same figures) and its file. */
export function ChartPanel<Row>({
  title,
  drawing,
  fileName,
  tools,
  note,
  waiting,
  children,
  ...table
}: ChartPanelProps<Row>) {
  const t = useT()
  const [look, setLook] = useState<'drawing' | 'table'>('drawing')
  return (
    <Panel
      title={title}
      aside={
        <div className={classes.aside}>
          <SegmentedFilter
            className={classes.choice}
            label={t('statistics.view', { title })}
            value={look}
            onChange={setLook}
            options={[
              { value: 'drawing', label: drawing, icon: 'chart' },
              { value: 'table', label: t('common.table'), icon: 'menu' },
            ]}
          />
          <CsvButton title={title} name={fileName} columns={table.columns} rows={table.rows} />
        </div>
      }
    >
      {tools && <div className={classes.tools}>{tools}</div>}
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.body} data-waiting={waiting || undefined} aria-busy={waiting}>
        {look === 'drawing' ? children : <FiguresTable label={title} {...table} />}
      </div>
    </Panel>
  )
}
