import { features } from '../../../contract/features.ts'
import { maxLength } from '../../../contract/fields.ts'
import { productTexts } from '../../../contract/products.ts'
import { ChoicesField } from '../../forms/choices-field.tsx'
import { SwitchField, TextField } from '../../forms/fields.tsx'
import { TranslationTabs } from '../../forms/translation-tabs.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { roleName } from '../../products/role-name.ts'
import { Alert } from '../../ui/alert.tsx'
import { Closing } from './closing.tsx'
import {
  type ProductDetails,
  type ProductValues,
  type RolesView,
  takesAway,
  translatedTexts,
} from './product-fields.ts'

interface ProductFormProps {
  form: CommandForm<ProductValues>
  roles: RolesView
  /** The product that is edited. */
  product?: ProductDetails
}

const known: ReadonlySet<string> = new Set(features)

/** The fields of a product. */
export function ProductForm({ form, roles, product }: ProductFormProps) {
  const t = useT()
  const values = form.mantine.getValues()
  const { prefix } = values
  return (
    <>
      <TranslationTabs form={form} translated={translatedTexts} outdated={product?.translations.outdated ?? []}>
        <TextField form={form} path="name" maxLength={productTexts.name} />
        <TextField form={form} path="description" maxLength={productTexts.description} multiline />
        <TextField
          form={form}
          path="prefix"
          maxLength={maxLength.name}
          verbatim="characters"
          description={t('products.prefix.hint')}
        />
        {prefix !== '' && !known.has(prefix) && (
          <Alert severity="info">{t('products.prefix.unknown', { prefix })}</Alert>
        )}
        <SwitchField form={form} path="basic" description={t('products.basic.hint')} />
        <ChoicesField
          form={form}
          path="roleIds"
          description={t('products.roles.hint')}
          options={roles.map((role) => [role.id, roleName(role)])}
        />
      </TranslationTabs>
      {product && takesAway(product, values) && <Closing form={form} product={product} />}
    </>
  )
}
