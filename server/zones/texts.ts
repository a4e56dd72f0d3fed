import type { Zone } from '../../db/models/people.ts'

/** The texts of a zone that have translations. */
export const ownTexts = ({
  description,
  additionalSupportInfo,
}: Pick<Zone, 'description' | 'additionalSupportInfo'>) => ({
  description,
  additionalSupportInfo,
})
