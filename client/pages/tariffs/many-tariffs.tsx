import { maxLength } from '../../../contract/fields.ts'
import { editMany, removeMany } from '../../../contract/tariffs.ts'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { TextField } from '../../forms/fields.tsx'
import { useT } from '../../i18n/i18n.ts'
import { tariffFields } from './tariff-fields.ts'

/** The inputs of an edit of several tariffs. */
export const manyTariffsFields = manyFields(editMany, tariffFields)

/** What can be done with several tariffs. */
export function useManyTariffs(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyTariffsFields,
      labels: tariffFields,
      inputs: [
        {
          field: 'description',
          initial: null,
          input: (props) => (
            <TextField
              {...props}
              maxLength={maxLength.description}
              multiline
              description={t('tariffs.description.hint')}
            />
          ),
        },
      ],
    },
    remove: { def: removeMany },
  }
}
