import { ActionIcon, Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { announce } from '../ui/announce.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './forms.module.css'
import { movedKeys, rowKeys } from './row-keys.ts'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

interface RowsFieldProps<V extends FormValues> extends FieldProps<V> {
  /** A new row. */
  readonly empty: Readonly<Record<string, unknown>>
  readonly addLabel: string
  /** Names a row by its index: "Stage 2". */
  readonly rowLabel: (place: number) => string
  /** The inputs of one row; `path` is that of the row: `stages.0`. */
  readonly children: (path: string, index: number) => ReactNode
  /** Maximum number of rows. */
  readonly max?: number
  /** The order of the rows matters: they can be moved. */
  readonly sortable?: boolean
}

/** Nested rows: add, remove and move them; Alt with an arrow moves the focused row. */
export function RowsField<V extends FormValues>(props: RowsFieldProps<V>) {
  const { form, path, empty, addLabel, rowLabel, children, max = Number.POSITIVE_INFINITY, sortable = false } = props
  const t = useT()
  const { value, readOnly, input } = useField(props)
  const list = useRef<HTMLOListElement>(null)
  const focusRow = useRef<number | null>(null)
  const rows = Array.isArray(value) ? value : []
  // What an input remembers of typing moves with its row.
  const [kept, setKept] = useState<readonly number[]>([])
  const keys = rowKeys(kept, rows.length)
  useEffect(() => {
    if (focusRow.current === null) return
    const row = list.current?.children[focusRow.current]
    row?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    focusRow.current = null
  })
  const { mantine } = form
  const move = (from: number, to: number) => {
    if (!sortable || to < 0 || to >= rows.length) return
    focusRow.current = to
    setKept(movedKeys(keys, from, to))
    mantine.reorderListItem(path as never, { from, to })
    announce(t('forms.rows.moved', { place: to + 1, count: rows.length }))
  }
  const add = () => {
    focusRow.current = rows.length
    mantine.insertListItem(path as never, { ...empty } as never)
  }
  const remove = (index: number) => {
    focusRow.current = rows.length > 1 ? Math.min(index, rows.length - 2) : null
    setKept(keys.toSpliced(index, 1))
    mantine.removeListItem(path as never, index)
    announce(t('forms.rows.removed', { place: index + 1 }))
  }
  return (
    <fieldset className={classes.rows}>
      <legend className={classes.rowsLegend}>{input.label}</legend>
      {input.description !== undefined && <p className={classes.hint}>{input.description}</p>}
      {input.error !== undefined && input.error !== null && (
        <p className={classes.rowsError} role="alert">
          {input.error}
        </p>
      )}
      <ol className={classes.rowsList} ref={list}>
        {keys.map((key, index) => (
          <li
            className={classes.rowsItem}
            key={key}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
            }}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset in each row would be a heading in each row */}
            <div className={classes.rowInputs} role="group" aria-label={rowLabel(index + 1)}>
              {children(`${path}.${index}`, index)}
            </div>
            {!readOnly && (
              <div className={classes.rowTools}>
                {sortable && (
                  <>
                    <ActionIcon
                      variant="default"
                      aria-label={t('forms.rows.up', { place: index + 1 })}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    >
                      <Icon name="chevronDown" size={18} style={{ rotate: '180deg' }} />
                    </ActionIcon>
                    <ActionIcon
                      variant="default"
                      aria-label={t('forms.rows.down', { place: index + 1 })}
                      disabled={index === rows.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <Icon name="chevronDown" size={18} />
                    </ActionIcon>
                  </>
                )}
                <ActionIcon
                  variant="default"
                  aria-label={t('forms.rows.remove', { place: index + 1 })}
                  onClick={() => remove(index)}
                >
                  <Icon name="close" size={18} />
                </ActionIcon>
              </div>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && rows.length < max && (
        <Button variant="default" data-path={path} leftSection={<Icon name="plus" size={18} />} onClick={add}>
          {addLabel}
        </Button>
      )}
    </fieldset>
  )
}
