import { editMany, removeMany, zones } from '../../../contract/codes.ts'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { ReferenceField } from '../../forms/reference-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { codeFields } from './code-fields.ts'

/** The inputs of an edit of several codes. */
export const manyCodesFields = manyFields(editMany, codeFields)

/** What can be done with several codes. */
export function useManyCodes(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyCodesFields,
      labels: codeFields,
      inputs: [
        {
          field: 'zoneId',
          initial: null,
          input: (props) => (
            <ReferenceField
              {...props}
              query={zones}
              toQuery={() => ({})}
              toOptions={(found) =>
                found.map(({ zone, tenant }) => ({ id: zone.id, name: `${zone.name} · ${tenant.name}` }))
              }
              description={t('codes.zone.hint')}
            />
          ),
        },
        {
          field: 'eventId',
          initial: null,
          input: (props) => (
            <ReferenceField
              {...props}
              clearable
              query={zones}
              toQuery={() => ({})}
              toOptions={(found) =>
                found.flatMap(({ zone, events }) =>
                  events.map(({ id, name }) => ({ id, name: `${name} · ${zone.name}` })),
                )
              }
              description={t('codes.event.hint')}
            />
          ),
        },
      ],
    },
    remove: { def: removeMany },
    inWords: (field, value) => (field === 'eventId' && value === null ? t('codes.new.allEvents') : undefined),
  }
}
