import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MatrixView } from '../../../contract/roles.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { descriptionIn } from '../../products/product-texts.ts'
import { roleName } from '../../products/role-name.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { byArea } from './areas.ts'
import { Box } from './box.tsx'
import classes from './roles.module.css'
import type { Changes } from './use-changes.ts'

interface OneRoleProps {
  view: MatrixView
  changes: Changes
}

/** The products of one role at a time, for the phone. */
export function OneRole({ view: { roles, products }, changes }: OneRoleProps) {
  const t = useT()
  const [roleId, setRoleId] = useState<number | null>(null)
  const role = roles.find(({ id }) => id === roleId) ?? roles[0]
  if (!role) return null
  return (
    <div className={classes.one}>
      <SelectField
        label={t('shell.user.role')}
        value={String(role.id)}
        data={roles.map((each) => ({ value: String(each.id), label: roleName(each) }))}
        onChange={(id) => setRoleId(Number(id))}
      />
      <p className={classes.hint}>
        {t('roles.users', { users: role.users })}
        {' · '}
        <Link to="/roles/$roleId" params={{ roleId: String(role.id) }}>
          {t('roles.settings')}
        </Link>
      </p>
      {byArea(products).map((group) => (
        <fieldset key={group.area} className={classes.group}>
          <legend className={classes.areaName}>{t(`roles.area.${group.area}`)}</legend>
          {group.products.map((product) => (
            <div key={product.id} className={classes.choice} data-changed={changes.changed(role, product) || undefined}>
              <Box
                of={role}
                product={product}
                changes={changes}
                label={nameIn(product)}
                description={descriptionIn(product) ?? product.prefix}
              />
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
