import { expect, it } from 'vitest'
import { fieldIssues } from '../../../contract/field-issues.ts'
import { save } from '../../../contract/identity-providers.ts'
import { goodProvider, wrongProviders } from '../../../contract/testing/bad-input/identity-providers.ts'
import { nearestLabel } from '../../forms/form-fields.ts'
import { providerFields } from './provider-fields.ts'

const good = { tenantId: 1, version: 0, ...goodProvider }
const issuesOf = (input: object) => {
  const parsed = save.input.safeParse(input)
  return parsed.success ? [] : fieldIssues(parsed.error, input)
}

it('takes a good provider [ACC-12]', () => {
  expect(issuesOf(good)).toEqual([])
})

it.each(wrongProviders)(
  'refuses %j before it is sent, at its input %s: %s [ACC-12] [ADM-20]',
  (changed, path, issue) => {
    const issues = issuesOf({ ...good, ...changed })
    expect(issues).toContainEqual(expect.objectContaining({ path, issue }))
    expect(new Set(issues.map((each) => each.path))).toEqual(new Set([path]))
    if (!['tenantId', 'colour'].includes(path)) expect(nearestLabel(providerFields, path)).toBeDefined()
  },
)

it('has a rule for each of its fields', () => {
  const ruled = new Set(wrongProviders.map(([, path]) => path))
  expect(Object.keys(save.input.shape).filter((field) => !ruled.has(field))).toEqual(['version'])
})
