import { describe, expect, it } from 'vitest'
import { checkDocument } from './check-document.ts'
import { checkBySchema } from './official-schema.ts'

const resource = { type: 'sites', id: '1', attributes: { name: 'North' } }

describe('JSON:API documents', () => {
  it.each([
    ['one resource', { data: resource, jsonapi: { version: '1.1' }, meta: { record_count: 1 } }],
    ['nothing', { data: null }],
    ['resources with what they are linked to', linked()],
  ])('%s pass both checks [API-1]', (_, document) => {
    expect(() => checkBySchema(document)).not.toThrow()
    expect(() => checkDocument(document, 200)).not.toThrow()
  })

  it.each([
    ['an id that is a number', { data: { ...resource, id: 1 } }],
    ['an attribute called type', { data: { ...resource, attributes: { type: 'x' } } }],
    ['data beside errors', { data: [], errors: [] }],
    ['a resource with a member of its own', { data: { ...resource, name: 'North' } }],
    ['a relationship without data', { data: { ...resource, relationships: { zones: { ids: [1] } } } }],
    ['a member nobody knows', { data: [], count: 1 }],
  ])('%s passes neither [API-1]', (_, document) => {
    expect(() => checkBySchema(document)).toThrow('by its schema')
    expect(() => checkDocument(document, 200)).toThrow('not JSON:API')
  })

  it('rejects errors whose status is a number [API-1]', () => {
    const error = { code: 'not-found', title: 'Not found', detail: 'No such thing' }
    checkBySchema({ errors: [{ ...error, status: '404' }] })
    expect(() => checkBySchema({ errors: [{ ...error, status: 404 }] })).toThrow('by its schema')
  })
})

function linked() {
  const zone = { type: 'zones', id: '2' }
  return {
    data: [{ ...resource, relationships: { zones: { data: [zone] } } }],
    included: [{ ...zone, attributes: { name: 'East' } }],
  }
}
