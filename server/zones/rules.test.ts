import { describe, expect, it } from 'vitest'
import { linkChange, managersOf, type ZoneSave, zoneIssues } from './rules.ts'

describe('the change of links', () => {
  it('lists what is added and what is removed, each once and in ascending order', () => {
    expect(linkChange([1, 2, 3], [9, 3, 4, 9])).toEqual({ added: [4, 9], removed: [1, 2] })
    expect(linkChange([2, 1], [1, 2])).toEqual({ added: [], removed: [] })
  })
})

describe('the issues of a zone', () => {
  const fine: ZoneSave = {
    tenant: 'fits',
    unknownSites: [],
    strandedSites: [],
    sitesInMaintenance: false,
    unknownManagers: [],
  }
  it.each<[string, Partial<ZoneSave>, object[]]>([
    ['nothing is wrong', {}, []],
    ['the company is unknown', { tenant: 'unknown' }, [{ path: 'tenantId', issue: 'field-not-found' }]],
    ['a manager moves it', { tenant: 'admins-only' }, [{ path: 'tenantId', issue: 'field-admins-only' }]],
    ['codes name its company', { tenant: 'in-use' }, [{ path: 'tenantId', issue: 'zone-tenant-in-use' }]],
    ['a site is unknown', { unknownSites: [7] }, [{ path: 'siteIds', issue: 'field-not-found' }]],
    ['it is maintained', { sitesInMaintenance: true }, [{ path: 'siteIds', issue: 'zone-in-maintenance' }]],
    [
      'a site would be in no zone',
      { strandedSites: ['North', 'South'] },
      [{ path: 'siteIds', issue: 'site-needs-zone', params: { sites: 'North, South' } }],
    ],
    ['a manager is unknown', { unknownManagers: [3] }, [{ path: 'managerIds', issue: 'field-not-found' }]],
    [
      'several fields are wrong',
      { tenant: 'unknown', unknownSites: [7], strandedSites: ['North'], unknownManagers: [3] },
      [
        { path: 'tenantId', issue: 'field-not-found' },
        { path: 'siteIds', issue: 'field-not-found' },
        { path: 'managerIds', issue: 'field-not-found' },
      ],
    ],
  ])('when %s', (_when, save, issues) => {
    expect(zoneIssues({ ...fine, ...save })).toEqual(issues)
  })
})

describe('the managers of a zone', () => {
  it('are those that an admin chooses, and always the manager who saves it', () => {
    expect(managersOf([1, 2], { userId: 9, seesAll: true })).toEqual([1, 2])
    expect(managersOf([1, 2], { userId: 9, seesAll: false })).toEqual([1, 2, 9])
    expect(managersOf([9], { userId: 9, seesAll: false })).toEqual([9])
  })
})
