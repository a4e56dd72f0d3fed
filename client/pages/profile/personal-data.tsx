import { useSnapshot } from 'valtio'
import { maxLength } from '../../../contract/fields.ts'
import { change, genders, maxPlates, type ProfileView, read, zones } from '../../../contract/profile.ts'
import { mayStartWith } from '../../../contract/start-pages.ts'
import { countries, countryName } from '../../../machines/countries.ts'
import { ChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { ChoiceField, SwitchField, TextField } from '../../forms/fields.tsx'
import { FormSection } from '../../forms/form-page.tsx'
import { PlateField } from '../../forms/plate-field.tsx'
import { ReferenceField } from '../../forms/reference-field.tsx'
import { RowsField } from '../../forms/rows-field.tsx'
import { type CommandForm, useCommandForm } from '../../forms/use-command-form.tsx'
import { i18n, useT } from '../../i18n/i18n.ts'
import { ask } from '../../link/ask.ts'
import { navigation } from '../../shell/navigation.ts'
import { usePages } from '../../shell/pages.ts'
import { session } from '../../stores/session.ts'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './profile.module.css'
import { type ProfileValues, profileFields, profileValues } from './profile-fields.ts'

interface PersonalDataProps {
  readonly profile: ProfileView
  /** Other parts of the page show the mobile number too. */
  readonly onSaved: () => void
}
type Form = CommandForm<ProfileValues>

/** Name, address, telephone, plates, and where one starts: saved together (PROF-1). */
export function PersonalData({ profile, onSaved }: PersonalDataProps) {
  const t = useT()
  const form: Form = useCommandForm({
    def: change,
    fields: profileFields,
    initial: profileValues(profile),
    version: profile.version,
    toInput: (values, version) => ({ version, ...values }),
    onDone: ({ version }, values) => {
      notify.success(t('profile.data.saved'), { id: 'profile' })
      form.restart(values, version)
      onSaved()
      // Numbers and plates are shown as they were kept.
      void ask(read, {}).then((kept) => kept.ok && form.restart(profileValues(kept.view), kept.view.version))
    },
  })
  return (
    <Panel title={t('profile.data.title')}>
      <FormSection form={form} act={t('profile.data.save')} failed={t('profile.data.failed')}>
        <ChangedMeanwhile form={form} />
        <p className={classes.text}>
          <strong>{t('profile.username')}:</strong> {profile.username}
        </p>
        <p className={classes.text}>{t('profile.username.hint')}</p>
        <NameAndAddress form={form} />
        <FieldGroup title={t('profile.data.numbers')}>
          <FieldColumns>
            <TextField
              form={form}
              path="landlineNumber"
              type="tel"
              autoComplete="section-landline tel"
              maxLength={45}
            />
            <TextField
              form={form}
              path="mobileNumber"
              type="tel"
              autoComplete="tel"
              description={t('profile.number.hint')}
              maxLength={45}
            />
          </FieldColumns>
        </FieldGroup>
        <Plates form={form} />
        <Start form={form} profile={profile} />
      </FormSection>
    </Panel>
  )
}

function NameAndAddress({ form }: { form: Form }) {
  const t = useT()
  const { language } = useSnapshot(i18n)
  const named = countries
    .map((code) => [code, countryName(code, language)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, language))
  return (
    <>
      <FieldGroup title={t('profile.data.name')}>
        <FieldColumns>
          <ChoiceField
            form={form}
            path="gender"
            none={t('profile.gender.none')}
            options={genders.map((gender) => [gender, t(`profile.gender.${gender}`)] as const)}
          />
          <TextField form={form} path="title" autoComplete="honorific-prefix" maxLength={maxLength.name} />
        </FieldColumns>
        <FieldColumns>
          <TextField form={form} path="firstname" autoComplete="given-name" maxLength={maxLength.name} />
          <TextField form={form} path="lastname" autoComplete="family-name" maxLength={maxLength.name} />
        </FieldColumns>
      </FieldGroup>
      <FieldGroup title={t('profile.data.address')}>
        <TextField form={form} path="addressLine1" autoComplete="address-line1" maxLength={maxLength.note} />
        <TextField form={form} path="addressLine2" autoComplete="address-line2" maxLength={maxLength.note} />
        <FieldColumns>
          <TextField form={form} path="zip" autoComplete="postal-code" maxLength={maxLength.name} />
          <TextField form={form} path="city" autoComplete="address-level2" maxLength={maxLength.note} />
        </FieldColumns>
        <ChoiceField form={form} path="country" none={t('profile.country.none')} options={named} />
      </FieldGroup>
    </>
  )
}

function Plates({ form }: { form: Form }) {
  const t = useT()
  return (
    <RowsField
      form={form}
      path="licencePlates"
      description={t('profile.plates.hint')}
      empty={{ plate: '' }}
      addLabel={t('profile.plates.add')}
      rowLabel={(place) => t('profile.plates.row', { place })}
      max={maxPlates}
      sortable
    >
      {(path, index) => (
        <PlateField
          form={form}
          path={`${path}.plate`}
          {...(index === 0 ? { description: t('profile.plates.default') } : {})}
        />
      )}
    </RowsField>
  )
}

function Start({ form, profile }: { form: Form; profile: ProfileView }) {
  const t = useT()
  const { role, features } = useSnapshot(session)
  const among = usePages()
  const pages = role === null ? [] : navigation(role, features, among).flatMap((section) => section.pages)
  return (
    <FieldGroup title={t('profile.data.start')}>
      <ChoiceField
        form={form}
        path="initialPage"
        description={t('profile.start.page.hint')}
        none={t('profile.start.page.none')}
        options={pages
          .filter(({ path }) => mayStartWith(path, features))
          .map(({ path, nav }) => [path, t(nav.text)] as const)}
      />
      <ReferenceField
        form={form}
        path="firstOpenedZoneId"
        description={t('profile.start.zone.hint')}
        query={zones}
        toQuery={(search) => ({ search })}
        toOptions={(found) => found}
        known={profile.firstOpenedZone ? [profile.firstOpenedZone] : []}
      />
      <SwitchField form={form} path="allowsAutomaticAccess" description={t('profile.automatic.hint')} />
    </FieldGroup>
  )
}
