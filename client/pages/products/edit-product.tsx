import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { edit, read, remove, roles } from '../../../contract/products.ts'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { BoughtBy } from './bought-by.tsx'
import {
  type ProductDetails,
  productFields,
  productInWords,
  productValues,
  type RolesView,
  takesAway,
} from './product-fields.ts'
import { ProductForm } from './product-form.tsx'

const route = getRouteApi('/products/$productId')

/** One product: edited and deleted. */
export function EditProduct() {
  const t = useT()
  const productId = Number(route.useParams().productId)
  const all = useQuery(roles, {})
  const { view, refusal, former, retry } = useQuery(read, { productId })
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && all.view && !former && !gone) return <Loaded key={view.id} product={view} roles={all.view} />
  const failed = refusal ?? all.refusal
  if (failed === null) return <PageSkeleton />
  return (
    <Page title={t('common.product')} back={<BackButton otherwise="/products">{t('common.products')}</BackButton>}>
      {gone ? (
        <EmptyState icon="tag" title={t('products.gone')} text={t('products.gone.text')} />
      ) : (
        <ErrorState
          text={refusalText(failed)}
          supportCode={failed.supportCode}
          onRetry={() => {
            retry()
            all.retry()
          }}
        />
      )}
    </Page>
  )
}

function Loaded({ product, roles: all }: { product: ProductDetails; roles: RolesView }) {
  const t = useT()
  const navigate = useNavigate()
  const { texts } = product.translations
  const names = Object.fromEntries(
    Object.entries(texts).flatMap(([language, fields]) => (fields['name'] ? [[language, fields['name']]] : [])),
  )
  const name = nameIn({ name: product.name, names })
  const form = useCommandForm({
    def: edit,
    fields: productFields,
    initial: productValues(product),
    version: product.version,
    toInput: (values, version) => ({
      productId: product.id,
      version,
      ...values,
      closing: values.closing && takesAway(product, values),
    }),
    onDone: () => {
      notify.success(t('products.saved', { name }))
      void navigate({ to: '/products' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="product" id={product.id} />}
        title={name}
        lead={product.prefix}
        back={<BackButton otherwise="/products">{t('common.products')}</BackButton>}
        inWords={productInWords(all)}
        aside={<BoughtBy product={product} />}
        actions={
          <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
            {t('products.remove')}
          </Button>
        }
      >
        <ProductForm form={form} roles={all} product={product} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name })}
          text={t('products.remove.text')}
          consequences={{ act: 'remove', entity: 'product', ids: [product.id] }}
          remove={(world) => send(remove, { productId: product.id, version: product.version, world })}
          linkTo={(kind, id) => (kind === 'tenant' ? `/tenants/${id}` : null)}
          onDone={() => {
            notify.success(t('products.removed', { name }))
            void navigate({ to: '/products' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
