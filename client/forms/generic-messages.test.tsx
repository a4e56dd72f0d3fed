import { MantineProvider } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { emailList, mobile } from '../../contract/fields.ts'
import { command } from '../../contract/kit.ts'
import { languages } from '../../contract/session.ts'
import { loadTexts, refusalText, showLanguage } from '../i18n/i18n.ts'
import { formatLength } from '../i18n/measures.ts'
import { textGroups } from '../i18n/text-groups.ts'
import { deviceTypeFields, newDeviceType } from '../pages/device-types/type-fields.ts'
import { newTariff, newTariffFields } from '../pages/tariffs/tariff-fields.ts'
import { emptyTenant, tenantFields } from '../pages/tenants/tenant-fields.ts'
import { DurationField } from './duration-field.tsx'
import { NumberField, TextField } from './fields.tsx'
import { type FormFields, formFields } from './form-fields.ts'
import { FormProblems } from './form-problems.tsx'
import { type FormValues, useCommandForm } from './use-command-form.tsx'
import type { FieldProps } from './use-field.ts'

const tenant = { fields: tenantFields, initial: emptyTenant }
const deviceType = { fields: deviceTypeFields, initial: newDeviceType }
const tariff = { fields: newTariffFields, initial: newTariff }
/** Schemas for which no form asks yet. */
const contact = {
  fields: formFields(
    command({
      name: 'sample.save',
      access: 'public',
      input: z.strictObject({ password: z.string().min(8), addresses: emailList, mobileNumber: mobile }),
      reply: z.object({}),
      refusals: [],
    }),
    { password: 'common.name', addresses: 'common.description', mobileNumber: 'profile.number.label' },
  ),
  initial: { password: '', addresses: '', mobileNumber: '' },
}
const stages = (...minutes: readonly number[]) => ({
  stages: minutes.map((untilMinutes, at) => ({ untilMinutes, priceCents: 100 * (at + 1) })),
})

type Field = (props: FieldProps) => ReactNode
interface Sample {
  readonly form: { readonly fields: FormFields; readonly initial: object }
  readonly typed: Readonly<Record<string, unknown>>
  readonly path: string
  readonly field?: Field
}

/** A form that is submitted at once, with the field and its problem as the kit draws them. */
function Submitted({ form: { fields, initial }, typed, path, field: Input = TextField }: Sample) {
  const form = useCommandForm<typeof fields.def, FormValues>({
    def: fields.def,
    fields,
    initial: { ...initial, ...typed },
    mode: 'add',
    onDone: () => {},
  })
  const [submitted, setSubmitted] = useState(false)
  if (!submitted) {
    setSubmitted(true)
    form.submit()
  }
  return (
    <>
      <FormProblems form={form} />
      <Input form={form} path={path} />
    </>
  )
}

/** What is read out with an input that is marked as wrong. */
function problemAt(path: string, markup: string): string {
  const input = markup.match(/<(?:input|textarea)[^>]*>/g)?.find((each) => each.includes(`data-path="${path}"`)) ?? ''
  expect(input).toContain('aria-invalid="true"')
  const described = /aria-describedby="([^"]*)"/.exec(input)?.[1]?.split(' ') ?? []
  const texts = described.map((id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(markup)?.[1] ?? '')
  return texts.join(' ').replaceAll('&#x27;', "'").trim()
}

const draw = (sample: Sample) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Submitted {...sample} />
    </MantineProvider>,
  )

const none = () => ({})

beforeAll(() => loadTexts(textGroups))

it.each<[message: string, code: string, params: () => Readonly<Record<string, string | number>>, sample: Sample]>([
  ['This field is required.', 'field-required', none, { form: tenant, typed: { name: '' }, path: 'name' }],
  ['This field must not be empty.', 'field-not-empty', none, { form: tenant, typed: { name: '  ' }, path: 'name' }],
  [
    'Must not start or end with a space.',
    'field-whitespace',
    none,
    { form: tenant, typed: { name: 'Harbour ' }, path: 'name' },
  ],
  [
    'The last character must be a letter.',
    'field-last-letter',
    none,
    { form: tenant, typed: { prefix: 'RH1' }, path: 'prefix' },
  ],
  [
    'Must be a whole number.',
    'field-integer',
    none,
    { form: deviceType, typed: { reportIntervalS: 1.5 }, path: 'reportIntervalS', field: NumberField },
  ],
  [
    'Must be a number.',
    'field-number',
    none,
    { form: deviceType, typed: { reportIntervalS: 'often' }, path: 'reportIntervalS', field: NumberField },
  ],
  [
    'Must be greater than 0.',
    'field-greater',
    () => ({ minimum: 0 }),
    { form: deviceType, typed: { lowVoltage: 0 }, path: 'lowVoltage', field: NumberField },
  ],
  [
    'Must be at least 1.',
    'field-at-least',
    () => ({ minimum: 1 }),
    { form: deviceType, typed: { reportIntervalS: 0 }, path: 'reportIntervalS', field: NumberField },
  ],
  [
    'Must be less than 1 hour.',
    'field-less',
    () => ({ maximum: formatLength(60, 'hour') }),
    { form: tariff, typed: stages(120, 60), path: 'stages.0.untilMinutes', field: DurationField },
  ],
  [
    'Must be at most 1000.',
    'field-at-most',
    () => ({ maximum: 1_000 }),
    { form: deviceType, typed: { lowVoltage: 1_001 }, path: 'lowVoltage', field: NumberField },
  ],
  [
    'Must contain at least 8 characters.',
    'field-too-short',
    () => ({ minimum: 8 }),
    { form: contact, typed: { password: 'short' }, path: 'password' },
  ],
  [
    'This e-mail address is not valid.',
    'field-email',
    none,
    { form: tenant, typed: { commerceEmail: 'nobody' }, path: 'commerceEmail' },
  ],
  [
    'Separate e-mail addresses with single commas. Not valid: ,,',
    'field-email-list',
    () => ({ text: ',,' }),
    { form: contact, typed: { addresses: 'a@example.org,,b@example.org' }, path: 'addresses' },
  ],
  [
    'This phone number is not valid.',
    'field-phone',
    none,
    { form: tenant, typed: { commercePhone: '0761 abc' }, path: 'commercePhone' },
  ],
  [
    'This mobile number is not valid.',
    'field-mobile',
    none,
    { form: contact, typed: { mobileNumber: '0170' }, path: 'mobileNumber' },
  ],
])('“%s” stands at its field, in every language [ADM-20]', async (message, code, params, sample) => {
  for (const language of languages) {
    await showLanguage(language)
    const expected = refusalText({ code, params: params() })
    if (language === 'en') expect(expected).toBe(message)
    expect(problemAt(sample.path, draw(sample))).toBe(expected)
  }
})
