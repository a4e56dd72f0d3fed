import { describe, expect, it } from 'vitest'
import { routeTree } from './router.tsx'
import { pages } from './shell/pages.ts'

describe('the routes', () => {
  it('are exactly the pages that the guard knows [NAV-6]', () => {
    const routes = Object.values(routeTree.children ?? {}) as readonly {
      readonly options: { readonly path?: string }
    }[]
    expect(new Set(routes.map(({ options }) => options.path))).toEqual(new Set(pages.map(({ path }) => path)))
    expect(routes).toHaveLength(pages.length)
  })
})
