import { maxLength } from '../../../contract/fields.ts'
import { editMany, removeMany } from '../../../contract/locations.ts'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { TextField } from '../../forms/fields.tsx'
import { useT } from '../../i18n/i18n.ts'
import { locationFields } from './location-fields.ts'

/** The inputs of an edit of several locations. */
export const manyLocationsFields = manyFields(editMany, locationFields)

/** What can be done with several locations. */
export function useManyLocations(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyLocationsFields,
      labels: locationFields,
      inputs: [
        {
          field: 'type',
          initial: null,
          input: (props) => <TextField {...props} maxLength={maxLength.name} description={t('locations.type.hint')} />,
        },
        { field: 'zip', initial: null, input: (props) => <TextField {...props} maxLength={maxLength.name} /> },
        { field: 'city', initial: null, input: (props) => <TextField {...props} maxLength={maxLength.note} /> },
        { field: 'country', initial: null, input: (props) => <TextField {...props} maxLength={maxLength.name} /> },
        {
          field: 'additionalSupportInfo',
          initial: null,
          input: (props) => (
            <TextField
              {...props}
              maxLength={maxLength.description}
              multiline
              description={t('locations.additionalSupportInfo.hint')}
            />
          ),
        },
      ],
    },
    remove: { def: removeMany },
  }
}
