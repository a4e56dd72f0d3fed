import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { MatrixView, RoleView } from '../../../contract/roles.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { roleName } from '../../products/role-name.ts'
import { byArea, type MatrixProduct } from './areas.ts'
import { Box } from './box.tsx'
import classes from './roles.module.css'
import type { Changes } from './use-changes.ts'

interface GridProps {
  view: MatrixView
  changes: Changes
}

/** Products by roles: head and first column stay in sight; one box at a time takes the focus, arrows move it. */
export function Grid({ view: { roles, products }, changes }: GridProps) {
  const t = useT()
  const hintId = useId()
  const table = useRef<HTMLTableElement>(null)
  const [here, setHere] = useState({ row: 0, column: 0 })
  const groups = byArea(products)
  const rows = groups.flatMap((group) => group.products)
  const press = (event: KeyboardEvent) => {
    const { row, column } = here
    const goals: Record<string, { row: number; column: number }> = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      Home: { row, column: 0 },
      End: { row, column: roles.length - 1 },
    }
    const goal = goals[event.key]
    if (!goal || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-box="${goal.row} ${goal.column}"]`)?.focus()
  }
  const box = (product: MatrixProduct, role: RoleView, column: number) => {
    const row = rows.indexOf(product)
    return (
      <td key={role.id} className={classes.cell} data-changed={changes.changed(role, product) || undefined}>
        {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box names itself; the label makes the whole cell its target */}
        <label className={classes.target}>
          <Box
            of={role}
            product={product}
            changes={changes}
            aria-label={t('roles.cell', { product: nameIn(product), role: roleName(role) })}
            data-box={`${row} ${column}`}
            tabIndex={row === here.row && column === here.column ? 0 : -1}
            onFocus={() => setHere({ row, column })}
          />
        </label>
      </td>
    )
  }
  return (
    <>
      <p id={hintId} className={classes.hint}>
        {t('roles.hint')}
      </p>
      <div className={classes.scroll}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the boxes in it */}
        <table
          ref={table}
          className={classes.table}
          aria-label={t('common.roles')}
          aria-describedby={hintId}
          onKeyDown={press}
        >
          <thead>
            <tr>
              <th className={classes.head} scope="col">
                {t('common.product')}
              </th>
              {roles.map((role) => (
                <th key={role.id} className={classes.head} scope="col">
                  <Link to="/roles/$roleId" params={{ roleId: String(role.id) }}>
                    {roleName(role)}
                  </Link>
                  <small className={classes.small}>{t('roles.users', { users: role.users })}</small>
                  {!role.standard && (
                    <small className={classes.small}>{t('roles.like', { role: t(`shell.role.${role.kind}`) })}</small>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.area}>
              <tr>
                <th className={classes.area} scope="rowgroup" colSpan={roles.length + 1}>
                  <span className={classes.areaName}>{t(`roles.area.${group.area}`)}</span>
                </th>
              </tr>
              {group.products.map((product) => (
                <tr key={product.id}>
                  <th className={classes.product} scope="row">
                    {nameIn(product)}
                    <small className={classes.small}>{product.prefix}</small>
                  </th>
                  {roles.map((role, column) => box(product, role, column))}
                </tr>
              ))}
            </tbody>
          ))}
          <tbody>
            <tr>
              <th className={classes.area} scope="rowgroup" colSpan={roles.length + 1}>
                <span className={classes.areaName}>{t('roles.area.have')}</span>
              </th>
            </tr>
            {(['canHaveTenants', 'canHaveZones'] as const).map((may) => (
              <tr key={may}>
                <th className={classes.product} scope="row">
                  {t(`roles.${may}`)}
                </th>
                {roles.map((role) => (
                  <td key={role.id} className={classes.word}>
                    {t(role[may] ? 'common.yes' : 'common.no')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
