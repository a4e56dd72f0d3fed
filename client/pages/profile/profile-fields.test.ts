import { expect, it } from 'vitest'
import { fieldIssues } from '../../../contract/field-issues.ts'
import { change } from '../../../contract/profile.ts'
import { goodProfile, wrongProfiles } from '../../../contract/testing/bad-input/profile.ts'
import { nearestLabel } from '../../forms/form-fields.ts'
import { profileFields } from './profile-fields.ts'

const issuesOf = (input: object) => {
  const parsed = change.input.safeParse(input)
  return parsed.success ? [] : fieldIssues(parsed.error, input)
}

it('takes a good profile', () => {
  expect(issuesOf({ version: 0, ...goodProfile })).toEqual([])
})

it.each(wrongProfiles)('refuses %j before it is sent, at its input %s: %s [ADM-20]', (changed, path, issue) => {
  const issues = issuesOf({ version: 0, ...goodProfile, ...changed })
  expect(issues).toContainEqual(expect.objectContaining({ path, issue }))
  if (issue !== 'field-unknown') expect(nearestLabel(profileFields, path)).toBeDefined()
})
