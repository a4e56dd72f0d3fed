import type { Zone } from '../../db/models/people.ts'

/** The translated texts of a zone. */
export const ownTexts = ({
  description,
  additionalSupportInfo,
}: Pick<Zone, 'description' | 'additionalSupportInfo'>) => ({
  description,
  additionalSupportInfo,
})
