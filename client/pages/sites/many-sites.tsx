import { maxLength } from '../../../contract/fields.ts'
import { editMany, removeMany } from '../../../contract/sites/admin.ts'
import { list as zones } from '../../../contract/zones.ts'
import { LinksField, noLinks } from '../../bulk/links-field.tsx'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import { TimeZoneField } from '../../forms/time-zone-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { siteFields } from './site-fields.ts'

/** The inputs of an edit of several sites. */
export const manySitesFields = manyFields(editMany, siteFields)

/** What can be done with several sites. */
export function useManySites(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manySitesFields,
      labels: siteFields,
      inputs: [
        {
          field: 'zoneIds',
          initial: noLinks,
          input: (props) => (
            <LinksField {...props} query={zones} toQuery={(search) => ({ search })} toOptions={(found) => found.rows} />
          ),
        },
        {
          field: 'timeZone',
          initial: 'Europe/Berlin',
          input: (props) => <TimeZoneField {...props} description={t('sites.timeZone.hint')} />,
        },
        {
          field: 'type',
          initial: null,
          input: (props) => <TextField {...props} maxLength={maxLength.name} description={t('sites.type.hint')} />,
        },
        {
          field: 'capacity',
          initial: null,
          input: (props) => <NumberField {...props} description={t('sites.capacity.hint')} />,
        },
        {
          field: 'geofenceM',
          initial: 100,
          input: (props) => <NumberField {...props} unit="m" description={t('sites.geofenceM.hint')} />,
        },
        {
          field: 'licencePlateMandatory',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('sites.licencePlateMandatory.hint')} />,
        },
        {
          field: 'monitoring',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('sites.monitoring.hint')} />,
        },
        {
          field: 'visualizationEnabled',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('sites.visualizationEnabled.hint')} />,
        },
      ],
    },
    remove: { def: removeMany },
  }
}
