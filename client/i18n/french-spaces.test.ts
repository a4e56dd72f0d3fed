import { expect, it } from 'vitest'
import { frenchSpaces } from '../../.ci/french-spaces.ts'

it('keeps French punctuation on the line of its word', () => {
  expect(frenchSpaces('Supprimer « {name} » ? Oui : {count} ; non !')).toBe(
    'Supprimer «\u202f{name}\u202f»\u202f? Oui\u202f: {count}\u202f; non\u202f!',
  )
  expect(frenchSpaces('à 10:00, un essai')).toBe('à 10:00, un essai')
})
