import { options } from '../../../contract/devices/admin.ts'
import { editMany, eventModes, removeMany } from '../../../contract/events.ts'
import { list as tariffs } from '../../../contract/tariffs.ts'
import { LinksField, noLinks } from '../../bulk/links-field.tsx'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { DayField } from '../../forms/date-fields.tsx'
import { DurationField } from '../../forms/duration-field.tsx'
import { ChoiceField, SwitchField } from '../../forms/fields.tsx'
import { ReferenceField } from '../../forms/reference-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { eventFields, eventInWords } from './event-fields.ts'
import { LimitField } from './limit-field.tsx'

/** The inputs of an edit of several access times. */
export const manyEventsFields = manyFields(editMany, eventFields)

/** What can be done with several access times. */
export function useManyEvents(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyEventsFields,
      labels: eventFields,
      inputs: [
        {
          field: 'mode',
          initial: 'public',
          input: (props) => (
            <ChoiceField {...props} options={eventModes.map((each) => [each, t(`events.mode.${each}`)])} />
          ),
        },
        { field: 'startsOn', initial: null, input: (props) => <DayField {...props} /> },
        { field: 'endsOn', initial: null, input: (props) => <DayField {...props} /> },
        {
          field: 'minDurationMinutes',
          initial: -1,
          input: (props) => <LimitField {...props} unlimited={t('events.minDuration.none')} usual={60} unit="hour" />,
        },
        {
          field: 'maxDurationMinutes',
          initial: -1,
          input: (props) => <LimitField {...props} unlimited={t('events.maxDuration.none')} usual={1_440} unit="day" />,
        },
        {
          field: 'slotMinutes',
          initial: 15,
          input: (props) => <DurationField {...props} unit="minute" description={t('events.slot.hint')} />,
        },
        {
          field: 'prebookMinMinutes',
          initial: 0,
          input: (props) => <DurationField {...props} unit="minute" description={t('events.prebookMin.hint')} />,
        },
        {
          field: 'prebookMaxMinutes',
          initial: -1,
          input: (props) => (
            <LimitField
              {...props}
              unlimited={t('events.prebookMax.none')}
              usual={43_200}
              unit="day"
              description={t('events.prebookMax.hint')}
            />
          ),
        },
        {
          field: 'tariffId',
          initial: null,
          input: (props) => (
            <ReferenceField
              {...props}
              clearable
              query={tariffs}
              toQuery={(search) => ({ search })}
              toOptions={(found) =>
                found.rows.map(({ id, name, tenant }) => ({ id, name: `${name} · ${tenant.name}` }))
              }
            />
          ),
        },
        {
          field: 'refundUntilMinutes',
          initial: 1_440,
          input: (props) => <DurationField {...props} unit="hour" description={t('events.refundUntil.hint')} />,
        },
        {
          field: 'licencePlateMandatory',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('events.licencePlateMandatory.hint')} />,
        },
        {
          field: 'lprEnabled',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('events.lpr.hint')} />,
        },
        {
          field: 'gpsEnabled',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('events.gps.hint')} />,
        },
        {
          field: 'smsEnabled',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('events.sms.hint')} />,
        },
        {
          field: 'guestTicketAllowed',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('events.guestTicket.hint')} />,
        },
        {
          field: 'entryLimit',
          initial: 5,
          input: (props) => (
            <LimitField
              {...props}
              unlimited={t('events.limit.none')}
              usual={5}
              unit={null}
              description={t('events.entryLimit.hint')}
            />
          ),
        },
        {
          field: 'exitLimit',
          initial: 5,
          input: (props) => (
            <LimitField
              {...props}
              unlimited={t('events.limit.none')}
              usual={5}
              unit={null}
              description={t('events.exitLimit.hint')}
            />
          ),
        },
        {
          field: 'graceMinutes',
          initial: 30,
          input: (props) => (
            <LimitField
              {...props}
              unlimited={t('events.grace.none')}
              usual={30}
              unit="minute"
              description={t('events.grace.hint')}
            />
          ),
        },
        {
          field: 'lastRebookingMinutes',
          initial: 60,
          input: (props) => (
            <LimitField
              {...props}
              unlimited={t('events.lastRebooking.none')}
              usual={60}
              unit="hour"
              description={t('events.lastRebooking.hint')}
            />
          ),
        },
        {
          field: 'deviceTypeIds',
          initial: noLinks,
          input: (props) => (
            <LinksField
              {...props}
              query={options}
              toQuery={searchOf('deviceType')}
              toOptions={(found) => found.map((each) => ({ id: each.id, name: nameIn(each) }))}
            />
          ),
        },
      ],
    },
    remove: { def: removeMany },
    inWords: (field, value) =>
      field === 'mode' ? t(`events.mode.${value as 'public' | 'private'}`) : eventInWords(null)(field, value),
  }
}
