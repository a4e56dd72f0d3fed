import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Act } from '../../../contract/consequences.ts'
import type { DependantKind } from '../../../contract/refusals.ts'
import { edit, products, read, remove } from '../../../contract/tenants.ts'
import { FormConsequences } from '../../consequences/form-consequences.tsx'
import { RemoveDialog } from '../../consequences/remove-dialog.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { EntityHistory } from '../../history/entity-history.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import {
  type ProductsView,
  switchedOff,
  type TenantView,
  tenantFields,
  tenantInWords,
  tenantValues,
} from './tenant-fields.ts'
import { TenantForm } from './tenant-form.tsx'

const route = getRouteApi('/tenants/$tenantId')

/** One company: edited and deleted. */
export function EditTenant() {
  const t = useT()
  const tenantId = Number(route.useParams().tenantId)
  const sold = useQuery(products, {})
  const { view, refusal, former, retry } = useQuery(read, { tenantId })
  const gone = refusal?.code === 'not-found' || refusal?.code === 'bad-input'
  if (view && sold.view && !former && !gone) return <Loaded key={view.id} tenant={view} products={sold.view} />
  const failed = refusal ?? sold.refusal
  if (failed === null) return <PageSkeleton />
  return (
    <Page title={t('common.tenant')} back={<BackButton otherwise="/tenants">{t('common.tenants')}</BackButton>}>
      {gone ? (
        <EmptyState icon="company" title={t('tenants.gone')} text={t('tenants.gone.text')} />
      ) : (
        <ErrorState
          text={refusalText(failed)}
          supportCode={failed.supportCode}
          onRetry={() => {
            retry()
            sold.retry()
          }}
        />
      )}
    </Page>
  )
}

function Loaded({ tenant, products: sold }: { tenant: TenantView; products: ProductsView }) {
  const t = useT()
  const navigate = useNavigate()
  const world = useRef<string | undefined>(undefined)
  const form = useCommandForm({
    def: edit,
    fields: tenantFields,
    initial: tenantValues(tenant),
    version: tenant.version,
    toInput: ({ closing, ...values }, version) => {
      const off = switchedOff(tenant.productIds, values.productIds)
      return {
        tenantId: tenant.id,
        version,
        ...values,
        world: world.current,
        closing: closing.filter((id) => off.includes(id)),
      }
    },
    onDone: (_, { name }) => {
      notify.success(t('tenants.saved', { name }))
      void navigate({ to: '/tenants' })
    },
  })
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <FormPage
        form={form}
        history={<EntityHistory entity="tenant" id={tenant.id} />}
        title={tenant.name}
        lead={<Counts tenant={tenant} />}
        back={<BackButton otherwise="/tenants">{t('common.tenants')}</BackButton>}
        inWords={tenantInWords(sold)}
        actions={
          <>
            <Button
              component={Link}
              to={`/tenants/${tenant.id}/sign-in` as '/'}
              variant="default"
              leftSection={<Icon name="key" size={18} />}
            >
              {t('tenants.signIn')}
            </Button>
            <Button variant="default" leftSection={<Icon name="close" size={18} />} onClick={() => setRemoving(true)}>
              {t('tenants.remove')}
            </Button>
          </>
        }
      >
        <FormConsequences form={form} world={world} act={actOf(tenant, form.mantine.getValues())} />
        <TenantForm form={form} products={sold} tenant={tenant} />
      </FormPage>
      {removing && (
        <RemoveDialog
          form={form}
          title={t('common.deleteTitle', { name: tenant.name })}
          text={t('tenants.remove.text')}
          safetyWord={tenant.name}
          consequences={{ act: 'remove', entity: 'tenant', ids: [tenant.id] }}
          remove={(world) => send(remove, { tenantId: tenant.id, version: tenant.version, world })}
          linkTo={dependantPage}
          onDone={() => {
            notify.success(t('tenants.removed', { name: tenant.name }))
            void navigate({ to: '/tenants' })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}

/** Returns what saving does if it ends the licence on another day or switches products off. */
function actOf(tenant: TenantView, { productIds, licenseEnd }: ReturnType<typeof tenantValues>): Act | null {
  const productsOff = switchedOff(tenant.productIds, productIds)
  const end = licenseEnd || null
  if (productsOff.length === 0 && end === tenant.licenseEnd) return null
  return { act: 'tenant-edit', tenantId: tenant.id, productsOff, licenseEnd: end }
}

/** What belongs to the company, with a way to its zones. */
function Counts({ tenant: { id, users, zones, sites } }: { tenant: TenantView }) {
  const t = useT()
  return (
    <>
      {t('tenants.counts', { users, sites })}
      {' · '}
      <Link to="/zones" search={{ tenantId: id }}>
        {t('tenants.counts.zones', { zones })}
      </Link>
    </>
  )
}

/** Where what depends on a company can be looked at. */
function dependantPage(kind: DependantKind, id: number): string | null {
  if (kind === 'zone') return `/zones/${id}`
  if (kind === 'tariff') return `/tariffs/${id}`
  if (kind === 'site') return `/sites/${id}`
  return kind === 'code' ? `/codes/${id}` : null
}
