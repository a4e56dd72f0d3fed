import { maxLength } from '../../../contract/fields.ts'
import { sites } from '../../../contract/sites.ts'
import { editMany, managerOptions, removeMany } from '../../../contract/zones.ts'
import { LinksField, noLinks } from '../../bulk/links-field.tsx'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { SwitchField, TextField } from '../../forms/fields.tsx'
import { useT } from '../../i18n/i18n.ts'
import { zoneFields } from './zone-fields.ts'

/** The inputs of an edit of several zones. */
export const manyZonesFields = manyFields(editMany, zoneFields)

/** What can be done with several zones. */
export function useManyZones(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyZonesFields,
      labels: zoneFields,
      inputs: [
        {
          field: 'monitoring',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('zones.monitoring.hint')} />,
        },
        {
          field: 'private',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('zones.private.hint')} />,
        },
        {
          field: 'readableWithoutLogin',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('zones.readableWithoutLogin.hint')} />,
        },
        {
          field: 'emailSenderName',
          initial: null,
          input: (props) => (
            <TextField {...props} maxLength={maxLength.note} description={t('zones.emailSenderName.hint')} />
          ),
        },
        {
          field: 'additionalSupportInfo',
          initial: null,
          input: (props) => (
            <TextField
              {...props}
              maxLength={maxLength.description}
              multiline
              description={t('zones.additionalSupportInfo.hint')}
            />
          ),
        },
        {
          field: 'siteIds',
          initial: noLinks,
          input: (props) => (
            <LinksField
              {...props}
              query={sites}
              toQuery={(query) => ({ query, limit: 50 })}
              toOptions={(found) => found.items}
            />
          ),
        },
        {
          field: 'managerIds',
          initial: noLinks,
          input: (props) => (
            <LinksField
              {...props}
              query={managerOptions}
              toQuery={(search) => ({ search })}
              toOptions={(found) => found}
            />
          ),
        },
      ],
    },
    remove: { def: removeMany },
  }
}
