import { ActionIcon, Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { announce } from '../ui/announce.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './forms.module.css'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

interface RowsFieldProps<V extends FormValues> extends FieldProps<V> {
  /** A new row. */
  readonly empty: Readonly<Record<string, unknown>>
  readonly addLabel: string
  /** The inputs of one row; `path` is that of the row: `stages.0`. */
  readonly children: (path: string, index: number) => ReactNode
  /** The order of the rows means something: they can be moved. */
  readonly sortable?: boolean
}

/** Nested rows: add, remove and move them; Alt with an arrow moves the row that holds the focus. */
export function RowsField<V extends FormValues>(props: RowsFieldProps<V>) {
  const { form, path, empty, addLabel, children, sortable = false } = props
  const t = useT()
  const { value, readOnly, input } = useField(props)
  const list = useRef<HTMLOListElement>(null)
  const focusRow = useRef<number | null>(null)
  const rows = Array.isArray(value) ? value : []
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
    mantine.reorderListItem(path as never, { from, to })
    announce(t('forms.rows.moved', { place: to + 1, count: rows.length }))
  }
  const add = () => {
    focusRow.current = rows.length
    mantine.insertListItem(path as never, { ...empty } as never)
  }
  const remove = (index: number) => {
    focusRow.current = rows.length > 1 ? Math.min(index, rows.length - 2) : null
    mantine.removeListItem(path as never, index)
    announce(t('forms.rows.removed', { place: index + 1 }))
  }
  return (
    <fieldset className={classes.rows}>
      <legend>{input.label}</legend>
      {input.description !== undefined && <p className={classes.hint}>{input.description}</p>}
      {input.error !== undefined && input.error !== null && (
        <p className={classes.rowsError} role="alert">
          {input.error}
        </p>
      )}
      <ol ref={list}>
        {rows.map((_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place, as in the command's input
            key={index}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
            }}
          >
            <div className={classes.rowInputs}>{children(`${path}.${index}`, index)}</div>
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
      {!readOnly && (
        <Button variant="default" data-path={path} leftSection={<Icon name="plus" size={18} />} onClick={add}>
          {addLabel}
        </Button>
      )}
    </fieldset>
  )
}
