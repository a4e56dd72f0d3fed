import { beforeEach, describe, expect, it, vi } from 'vitest'
import { companyPage } from './config.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

describe("a company's page", () => {
  it('keeps its theme when the pages that follow it are loaded again [ACC-7] [ACC-4]', () => {
    expect(companyPage('/users/password_reset')).toBeNull()
    expect(companyPage('/users/login/radhafen')).toBe('/users/login/radhafen')
    for (const page of ['/users/password_reset', '/users/password_reset/aB3-_', '/users/register_link'])
      expect(companyPage(page)).toBe('/users/login/radhafen')
    expect(companyPage('/users/register/quay')).toBe('/users/register/quay')
    expect(companyPage('/users/register_link')).toBe('/users/register/quay')
  })

  it('says nothing about other pages [ACC-7]', () => {
    companyPage('/users/login/radhafen')
    for (const page of ['/', '/users/login', '/users/login/', '/users/register', '/users/7', '/eticket/aB3-_'])
      expect(companyPage(page)).toBeNull()
  })
})
