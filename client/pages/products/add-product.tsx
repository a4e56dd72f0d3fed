import { useNavigate } from '@tanstack/react-router'
import { add, roles } from '../../../contract/products.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { newProduct, productFields, type RolesView } from './product-fields.ts'
import { ProductForm } from './product-form.tsx'

/** A new product. */
export function AddProduct() {
  const t = useT()
  const { view, refusal, retry } = useQuery(roles, {})
  if (view) return <NewProduct roles={view} />
  if (refusal === null) return <PageSkeleton />
  return (
    <Page title={t('products.add')} back={<BackButton otherwise="/products">{t('common.products')}</BackButton>}>
      <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
    </Page>
  )
}

function NewProduct({ roles: all }: { roles: RolesView }) {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: productFields,
    mode: 'add',
    initial: newProduct,
    toInput: ({ closing: _, ...values }) => values,
    onDone: (_, { name }) => {
      notify.success(t('products.added', { name }))
      void navigate({ to: '/products' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('products.add')}
      lead={t('products.lead')}
      back={<BackButton otherwise="/products">{t('common.products')}</BackButton>}
    >
      <ProductForm form={form} roles={all} />
    </FormPage>
  )
}
