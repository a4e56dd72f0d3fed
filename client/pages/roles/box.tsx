import { Checkbox, VisuallyHidden } from '@mantine/core'
import { type ComponentProps, useId } from 'react'
import type { RoleView } from '../../../contract/roles.ts'
import { useT } from '../../i18n/i18n.ts'
import { roleName } from '../../products/role-name.ts'
import { isKept, type MatrixProduct } from './areas.ts'
import type { Changes } from './use-changes.ts'

interface BoxProps extends Omit<ComponentProps<typeof Checkbox>, 'onChange' | 'checked'> {
  of: RoleView
  product: MatrixProduct
  changes: Changes
}

/** Whether a role has a product. A box that cannot be changed says why. */
export function Box({ of: role, product, changes, ...props }: BoxProps) {
  const t = useT()
  const reasonId = useId()
  const kept = isKept(role, product)
  return (
    <>
      <Checkbox
        {...props}
        checked={changes.granted(role, product)}
        aria-disabled={kept || undefined}
        aria-describedby={kept ? reasonId : undefined}
        title={kept ? t('roles.always', { role: roleName(role) }) : undefined}
        onChange={() => {
          if (!kept) changes.toggle(role, product)
        }}
      />
      {kept && <VisuallyHidden id={reasonId}>{t('roles.always', { role: roleName(role) })}</VisuallyHidden>}
    </>
  )
}
