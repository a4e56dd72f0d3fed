import { maxLength } from '../../fields.ts'
import { add, edit, newTenant } from '../../tenants.ts'
import {
  type BadInput,
  choices,
  manyReferences,
  optionalDays,
  optionalTexts,
  switches,
  texts,
  unknown,
  type WrongValue,
} from './values.ts'

const contacts = ['commerce', 'projectManager'].flatMap((who): WrongValue[] => [
  [{ [`${who}Email`]: 'nobody' }, `${who}Email`, 'field-email'],
  [{ [`${who}Email`]: `${'a'.repeat(maxLength.note)}@x.org` }, `${who}Email`, 'field-too-long'],
  [{ [`${who}Phone`]: 'call me' }, `${who}Phone`, 'field-phone'],
  [{ [`${who}Phone`]: '1'.repeat(maxLength.name + 1) }, `${who}Phone`, 'field-too-long'],
])

export const tenantsBadInput: BadInput = {
  entity: 'companies',
  add,
  edit,
  idKey: 'tenantId',
  good: { ...newTenant, name: 'Harbour Ltd', prefix: 'harbour' },
  wrong: [
    ...texts(maxLength.name, 'name'),
    ...texts(10, 'prefix'),
    [{ prefix: 'harbour1' }, 'prefix', 'field-last-letter'],
    [{ prefix: 'har-bour' }, 'prefix', 'field-letters'],
    [{ prefix: 'häfen' }, 'prefix', 'field-letters'],
    ...optionalTexts(maxLength.name, 'label', 'zip', 'country', 'taxId', 'loginPath'),
    ...optionalTexts(maxLength.name, 'accountingPaymentCustomerId', 'accountingRefundCustomerId'),
    [{ loginPath: 'The Harbour' }, 'loginPath', 'field-path'],
    ...optionalTexts(maxLength.note, 'legalName', 'addressLine1', 'addressLine2', 'city'),
    ...optionalTexts(maxLength.note, 'commerceContact', 'projectManagerContact'),
    ...contacts,
    [{ taxRatePercent: null }, 'taxRatePercent', 'field-required'],
    [{ taxRatePercent: 'some' }, 'taxRatePercent', 'field-number'],
    [{ taxRatePercent: -1 }, 'taxRatePercent', 'field-at-least'],
    [{ taxRatePercent: 100.5 }, 'taxRatePercent', 'field-at-most'],
    [{ taxRatePercent: 19.005 }, 'taxRatePercent', 'field-decimals'],
    [{ timeZone: 'Europe/Atlantis' }, 'timeZone', 'field-not-offered'],
    ...optionalDays('licenseStart', 'licenseEnd'),
    [{ licenseStart: '2026-05-01', licenseEnd: '2026-04-30' }, 'licenseEnd', 'license-end-before-start'],
    ...switches('monitoring', 'requiresSecondFactor'),
    ...choices('theme'),
    ...manyReferences(100, 'productIds'),
    ...unknown,
  ],
}
