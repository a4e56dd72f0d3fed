import { describe, expect, it } from 'vitest'
import { useApp } from './testing/use-app.ts'

const { app } = await useApp()
const open = (path: string, accept: string) =>
  fetch(`http://127.0.0.1:${app.port}${path}`, { headers: { accept } }).then(({ headers }) => headers)

describe('pages and calls whose address carries a secret', () => {
  it.each([
    ['/eticket/abc', 'text/html'],
    ['/reservations/remote/abc/view', 'text/html'],
    ['/users/register_link/abc', 'text/html'],
    ['/users/password_reset/abc', 'text/html'],
    ['/users/email_change/abc', 'text/html'],
    ['/users/migrate_to_rm/abc', 'text/html'],
    ['/reservation-summaries/abc', 'application/json'],
  ])('%s is in no index and in no Referer [TICK-1] [ASVS V3.4.5] [ASVS V14.2.1]', async (path, accept) => {
    const headers = await open(path, accept)
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('replies to calls are stored by no cache [ASVS V14.3.2]', async () => {
    expect((await open('/reservation-summaries/abc', 'application/json')).get('cache-control')).toBe('no-store')
  })

  it('other pages may be in an index', async () => {
    expect((await open('/', 'text/html')).get('x-robots-tag')).toBeNull()
  })
})
