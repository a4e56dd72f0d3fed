import * as z from 'zod'
import { edit, list, read } from '../../contract/products.ts'
import { ask, type HttpCall, pathId, type Reply, readQuery } from '../http/call.ts'
import { readInclude, resource, toDocument, toMany } from '../http/jsonapi.ts'
import { count, defined, text } from '../http/parameters.ts'
import { sendFields } from './fields.ts'

/** What callers of HTTP name otherwise than the command. */
const names = { roles: 'roleIds' }

const productsQuery = z.strictObject({
  'filter[query]': text.optional(),
  'filter[basic]': z.stringbool().optional(),
  sort: text.optional(),
  page: count.optional(),
  limit: count.optional(),
  include: text.optional(),
})

/** GET /products: paging by page and limit, search by filter[query], filter[basic], include=roles; meta.record_count. */
export async function getProducts(call: HttpCall): Promise<Reply> {
  const given = readQuery(call, productsQuery)
  const { limit: pageSize = 100, include, 'filter[query]': search, 'filter[basic]': basic, page, sort } = given
  const asked = readInclude(include, ['roles'])
  const input = defined({ search, page, sort, pageSize, filters: defined({ basic }) })
  const { rows, recordCount } = await ask(call, list, input as z.input<typeof list.input>)
  const data = rows.map(({ roles, ...product }) => resource('products', product, { roles: toMany('roles', roles) }))
  const included = asked.has('roles')
    ? rows.flatMap(({ roles }) => roles.map((role) => resource('roles', role)))
    : undefined
  return { document: toDocument(data, { included, meta: { record_count: recordCount } }) }
}

/**
 * PATCH /products/edit/:id with the fields that change; with `version`, only if nobody has changed the product since. What takes the feature from
 * somebody needs `closing: true`.
 */
export async function patchProduct(call: HttpCall): Promise<Reply> {
  const {
    id: productId,
    tenants: _tenants,
    tenantCount: _count,
    translations,
    ...kept
  } = await ask(call, read, { productId: pathId(call) })
  const { version } = await sendFields(
    call,
    edit,
    names,
    { productId },
    {
      ...kept,
      translations: { texts: translations.texts },
    },
  )
  return { json: { product: { id: productId, version } } }
}
