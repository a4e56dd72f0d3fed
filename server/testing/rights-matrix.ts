import { randomUUID } from 'node:crypto'
import { bookingRows } from './rights-bookings.ts'
import { consequenceRows } from './rights-consequences.ts'
import { deviceKindRows } from './rights-device-kinds.ts'
import { deviceRows } from './rights-devices.ts'
import { eventRows } from './rights-events.ts'
import { gatewayRows } from './rights-gateways.ts'
import { historyRows } from './rights-history.ts'
import { identityProviderRows } from './rights-identity-providers.ts'
import { importRows } from './rights-imports.ts'
import { inHours, type Matrix, requestNow, reservation } from './rights-inputs.ts'
import { invitationRows } from './rights-invitations.ts'
import { manyRows } from './rights-many.ts'
import { productRows } from './rights-products.ts'
import { profileRows } from './rights-profile.ts'
import { roleRows } from './rights-roles.ts'
import { all, bookers, onlyAdmin, operators, owner, ownZone } from './rights-rows.ts'
import { securityRows } from './rights-security.ts'
import { setupRows } from './rights-setup.ts'
import { siteRows } from './rights-sites.ts'
import { tenantRows } from './rights-tenants.ts'
import type { World } from './world.ts'

const ownSiteInJanuary = (world: World) => ({
  scope: 'site',
  targetId: world.own.siteId,
  from: '2026-01-01T00:00:00Z',
  until: '2026-01-02T00:00:00Z',
})

const ownSiteMaintained = (world: World) => ({
  scope: 'site',
  targetId: world.own.siteId,
  start: inHours(1),
  end: inHours(2),
})

const zoneFields = (world: World, more: object = {}) => ({
  tenantId: world.tenants.own,
  name: 'Zone own',
  description: null,
  emailSenderName: null,
  monitoring: true,
  readableWithoutLogin: false,
  private: false,
  additionalSupportInfo: null,
  translations: { texts: {} },
  siteIds: [world.own.siteId],
  managerIds: [],
  ...more,
})

const tariff = { name: 'New', description: null, stages: [{ untilMinutes: 60, priceCents: 150 }] }

/**
 * The whole matrix. A command, query or watch without a row fails the suite, and so does a row without a definition. Commands to the own
 * device end in 'gateway-unreachable', the first rule after rights: no gateway is linked here.
 */
export const matrix: Matrix = {
  ...bookingRows,
  ...consequenceRows,
  ...deviceKindRows,
  ...gatewayRows,
  ...historyRows,
  ...invitationRows,
  ...manyRows,
  ...siteRows,
  ...securityRows,
  ...setupRows,
  ...importRows,
  ...productRows,
  ...profileRows,
  ...roleRows,
  ...tenantRows,
  ...identityProviderRows,
  'people.notificationSettings': [{ input: () => ({}), outcome: all('ok') }],
  'people.changeNotificationSettings': [
    { input: () => ({ settings: [] }), outcome: all('ok') },
    { input: () => ({ mobileNumber: '12' }), outcome: all('mobile-number-invalid') },
    { input: () => ({ smsConsent: true }), outcome: all('sms-not-offered') },
  ],
  'people.listViews': [{ input: () => ({ list: 'messages.list' }), outcome: all('ok') }],
  'people.saveListView': [
    {
      input: () => ({ list: 'messages.list', name: 'Mine', settings: { search: {}, columns: [], density: 'compact' } }),
      outcome: all('ok'),
    },
  ],
  'people.renameListView': [{ input: () => ({ viewId: 999_999, name: 'Mine' }), outcome: all('not-found') }],
  'people.removeListView': [{ input: () => ({ viewId: 999_999 }), outcome: all('not-found') }],
  'messages.list': [{ input: () => ({}), outcome: operators('ok') }],
  'messages.read': [{ input: () => ({ messageId: 999_999 }), outcome: operators('not-found') }],
  'messages.resend': [{ input: () => ({ messageId: 999_999 }), outcome: operators('not-found') }],
  'messages.counts': [{ input: () => ({}), outcome: operators('ok') }],
  'session.companyPage': [{ input: () => ({ path: 'OWN' }), outcome: all('ok') }],
  'session.enterCompany': [{ input: () => ({ path: 'own' }), outcome: all('ok') }],
  'session.passwordLink': [{ input: () => ({ token: 'A'.repeat(43) }), outcome: all('ok') }],
  'session.setLanguage': [{ input: () => ({ language: 'en' }), outcome: all('ok') }],
  'control.command': [
    {
      input: (world) => ({ deviceId: world.own.gateway.devices[0]?.id, action: 'refresh' }),
      outcome: ownZone('gateway-unreachable'),
    },
    { input: () => ({ deviceId: 999_999, action: 'refresh' }), outcome: operators('not-found') },
  ],
  'control.commandMany': [
    // For each device separately: an unreachable one is part of the reply, not a refusal of the call.
    {
      input: (world) => ({ deviceIds: [world.own.gateway.devices[0]?.id], action: 'refresh' }),
      outcome: ownZone('ok'),
    },
    { input: () => ({ deviceIds: [999_999], action: 'refresh' }), outcome: operators('not-found') },
  ],
  'control.emergency': [
    {
      input: (world) => ({
        siteId: world.own.siteId,
        deviceIds: [world.own.gateway.devices[0]?.id],
        action: 'open',
        reason: 'somebody is locked in',
        safetyWord: 'site own',
      }),
      outcome: {
        ...all('not-authorized'),
        rm: 'safety-word-wrong',
        srm: 'safety-word-wrong',
        admin: 'safety-word-wrong',
        remote: 'safety-word-wrong',
        foreignRm: 'not-found',
      },
    },
  ],
  'control.commandLog': [{ input: () => ({}), outcome: { ...all('ok'), visitor: 'not-authorized' } }],
  'control.commandLogEntry': [
    { input: () => ({ supportCode: 'HF-2222-2222' }), outcome: { ...all('not-found'), visitor: 'not-authorized' } },
  ],
  'control.accessEvents': [
    { input: (world) => ({ deviceId: world.own.gateway.devices[0]?.id }), outcome: ownZone('ok') },
  ],
  // The visitor's reservation begins tomorrow. Ownership is checked first.
  'control.requestAction': [
    { input: () => ({ ...reservation(), ...requestNow() }), outcome: owner('reservation-not-begun') },
    {
      input: () => ({ ...reservation(), ...requestNow(), validUntil: inHours(-1) }),
      outcome: owner('command-too-late'),
    },
  ],
  'control.requestActionAsGuest': [
    { input: () => ({ token: 'A'.repeat(43), ...requestNow() }), outcome: all('eticket-invalid') },
  ],
  'control.commandOutcome': [{ input: () => ({ commandId: randomUUID() }), outcome: bookers('ok') }],
  'control.commandOutcomeAsGuest': [
    { input: () => ({ token: 'A'.repeat(43), commandId: randomUUID() }), outcome: all('eticket-invalid') },
  ],
  'control.access': [{ input: reservation, outcome: owner('ok') }],
  'control.guestAccess': [{ input: () => ({ token: 'A'.repeat(43) }), outcome: all('eticket-invalid') }],
  'control.arrive': [
    {
      input: () => ({ ...reservation(), latitude: 48, longitude: 8, accuracyM: 10 }),
      outcome: owner('automatic-not-allowed'),
    },
  ],
  'control.allowAutomatic': [
    { input: () => ({ ...reservation(), allow: true }), outcome: owner('automatic-not-allowed') },
  ],
  'control.qrCode': [
    {
      input: (world) => ({ ...reservation(), deviceId: world.foreign.gateway.devices[0]?.id }),
      outcome: owner('device-not-yours'),
    },
  ],
  // A link is enough, and without one everybody is refused.
  'control.qrCodeAsGuest': [
    { input: () => ({ token: 'A'.repeat(43), deviceId: 999_999 }), outcome: all('eticket-invalid') },
  ],
  ...deviceRows,
  'insight.acknowledge': [{ input: () => ({ malfunctionId: 999_999 }), outcome: operators('not-found') }],
  'insight.assign': [{ input: () => ({ malfunctionId: 999_999, userId: null }), outcome: operators('not-found') }],
  'insight.comment': [{ input: () => ({ malfunctionId: 999_999, text: 'seen' }), outcome: operators('not-found') }],
  'insight.assignees': [{ input: () => ({ malfunctionId: 999_999 }), outcome: operators('not-found') }],
  'insight.pastMalfunctions': [{ input: () => ({}), outcome: operators('ok') }],
  'insight.incident': [{ input: () => ({ malfunctionId: 999_999 }), outcome: operators('not-found') }],
  // Operators look; only super managers whose tenant bought it, and admins, set and revoke.
  'maintenance.preview': [
    { input: (world) => ({ ...ownSiteMaintained(world) }), outcome: ownZone('ok') },
    {
      input: () => ({ scope: 'zone', targetId: 999_999, start: inHours(1), end: null }),
      outcome: operators('not-found'),
    },
  ],
  'maintenance.set': [
    {
      input: (world) => ({
        ...ownSiteMaintained(world),
        reason: 'Paint',
        description: null,
        version: 'none',
        safetyWord: 'no such name',
      }),
      outcome: { ...all('not-authorized'), srm: 'safety-word-wrong', admin: 'safety-word-wrong' },
    },
    {
      input: (world) => ({
        scope: 'site',
        targetId: world.foreign.siteId,
        start: inHours(1),
        end: null,
        reason: 'Paint',
        description: null,
        version: 'none',
        safetyWord: 'no such name',
      }),
      outcome: { ...all('not-authorized'), srm: 'not-found', admin: 'safety-word-wrong' },
    },
  ],
  'maintenance.revoke': [
    {
      input: () => ({ periodId: 999_999, reason: 'done' }),
      outcome: { ...all('not-authorized'), srm: 'not-found', admin: 'not-found' },
    },
  ],
  'maintenance.affected': [{ input: () => ({ periodId: 999_999 }), outcome: operators('not-found') }],
  'maintenance.periods': [{ input: () => ({}), outcome: operators('ok') }],
  'maintenance.list': [{ input: () => ({}), outcome: operators('ok') }],
  'maintenance.read': [{ input: () => ({ periodId: 999_999 }), outcome: operators('not-found') }],
  'maintenance.edit': [
    {
      input: () => ({ periodId: 999_999, version: 0, reason: 'Paint', description: null }),
      outcome: { ...all('not-authorized'), srm: 'not-found', admin: 'not-found' },
    },
  ],
  'maintenance.remove': [
    {
      input: () => ({ periodId: 999_999, version: 0 }),
      outcome: { ...all('not-authorized'), srm: 'not-found', admin: 'not-found' },
    },
  ],
  // Bookers are visitors and operators; a site that is closed to them does not exist for them.
  'messages.activeAnnouncements': [{ input: () => ({}), outcome: all('ok') }],
  'help.contacts': [{ input: () => ({}), outcome: all('ok') }],
  'session.myProducts': [{ input: () => ({}), outcome: all('ok') }],
  'sites.list': [{ input: () => ({}), outcome: all('ok') }],
  'sites.get': [{ input: () => ({ siteId: 999_999 }), outcome: all('not-found') }],
  'sites.zones': [{ input: () => ({}), outcome: operators('ok') }],
  ...eventRows,
  'tariffs.changes': [{ input: () => ({}), outcome: operators('ok') }],
  'tariffs.list': [{ input: () => ({}), outcome: operators('ok') }],
  'tariffs.tenants': [{ input: () => ({}), outcome: operators('ok') }],
  'tariffs.read': [{ input: () => ({ tariffId: 999_999 }), outcome: operators('not-found') }],
  'tariffs.add': [
    {
      input: (world) => ({ tenantId: world.tenants.foreign, ...tariff }),
      outcome: { ...operators('bad-input'), foreignRm: 'ok', admin: 'ok' },
    },
  ],
  'tariffs.edit': [{ input: () => ({ tariffId: 999_999, version: 0, ...tariff }), outcome: operators('not-found') }],
  'tariffs.remove': [{ input: () => ({ tariffId: 999_999, version: 0 }), outcome: operators('not-found') }],
  'zones.list': [{ input: () => ({}), outcome: operators('ok') }],
  'zones.managerOptions': [{ input: () => ({}), outcome: operators('ok') }],
  'zones.tenants': [{ input: () => ({}), outcome: operators('ok') }],
  'zones.read': [
    { input: (world) => ({ zoneId: world.own.id }), outcome: ownZone('ok') },
    { input: () => ({ zoneId: 999_999 }), outcome: operators('not-found') },
  ],
  // No zone has version 0, and no site this number: a call with rights is refused by the zone's own rules.
  'zones.add': [
    { input: (world) => zoneFields(world, { siteIds: [999_999] }), outcome: operators('bad-input') },
    {
      input: (world) => zoneFields(world, { tenantId: world.tenants.foreign, siteIds: [] }),
      outcome: { ...operators('bad-input'), foreignRm: 'ok', admin: 'ok' },
    },
  ],
  'zones.edit': [
    {
      input: (world) => ({ zoneId: world.own.id, version: 0, ...zoneFields(world) }),
      outcome: ownZone('changed-meanwhile'),
    },
  ],
  'zones.remove': [{ input: (world) => ({ zoneId: world.own.id, version: 0 }), outcome: ownZone('changed-meanwhile') }],
  'sites.plan': [
    { input: (world) => ({ siteId: world.own.siteId }), outcome: ownZone('ok') },
    { input: () => ({ siteId: 999_999 }), outcome: operators('not-found') },
  ],
  'sites.timeline': [
    { input: (world) => ({ siteId: world.own.siteId, from: inHours(-1), until: inHours(1) }), outcome: ownZone('ok') },
    { input: () => ({ siteId: 999_999, from: inHours(-1), until: inHours(0) }), outcome: operators('not-found') },
    {
      input: (world) => ({ siteId: world.own.siteId, from: inHours(1), until: inHours(2) }),
      outcome: operators('span-empty'),
    },
  ],
  // Version 1 is never the current one: a call with rights is refused by the plan's own rules.
  'operation.storage': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'operation.retentionPreview': [{ input: () => ({ key: 'messages', days: 180 }), outcome: onlyAdmin('ok') }],
  'operation.retentionRuns': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'operation.setRetention': [{ input: () => ({ key: 'messages', days: 180 }), outcome: onlyAdmin('ok') }],
  'operation.deleteNow': [{ input: () => ({ key: 'messages' }), outcome: onlyAdmin('ok') }],
  'operation.processes': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'sites.savePlan': [
    { input: (world) => ({ siteId: world.own.siteId, version: 1, devices: [] }), outcome: ownZone('plan-changed') },
    { input: () => ({ siteId: 999_999, version: 0, devices: [] }), outcome: operators('not-found') },
  ],
  'media.pictures': [
    {
      input: (world) => ({ siteId: world.own.siteId }),
      outcome: { ...all('ok'), foreignRm: 'not-found', support: 'not-found' },
    },
    {
      input: (world) => ({ deviceId: world.own.gateway.devices[0]?.id }),
      outcome: { ...all('ok'), foreignRm: 'not-found', support: 'not-found' },
    },
  ],
  'media.main': [
    {
      input: (world) => ({ deviceId: world.own.gateway.devices[0]?.id }),
      outcome: { ...all('ok'), foreignRm: 'not-found', support: 'not-found' },
    },
  ],
  'media.describe': [
    {
      input: () => ({ mediaId: '00000000-0000-4000-8000-000000000000', version: 1, de: '', en: '', fr: '', it: '' }),
      outcome: operators('not-found'),
    },
  ],
  'media.order': [
    { input: (world) => ({ of: { siteId: world.own.siteId }, mediaIds: [] }), outcome: ownZone('ok') },
    { input: () => ({ of: { locationId: 999_999 }, mediaIds: [] }), outcome: operators('not-found') },
  ],
  'media.remove': [
    { input: () => ({ mediaId: '00000000-0000-4000-8000-000000000000' }), outcome: operators('not-found') },
  ],
  'insight.history': [
    {
      input: (world) => ({
        deviceId: world.own.gateway.devices[0]?.id,
        from: '2026-01-01T00:00:00Z',
        until: '2026-01-02T00:00:00Z',
        metrics: ['temperature'],
      }),
      outcome: ownZone('ok'),
    },
  ],
  'statistics.sensors': [
    { input: (world) => ({ ...ownSiteInJanuary(world), metrics: ['temperature'] }), outcome: ownZone('ok') },
    {
      input: (world) => ({ ...ownSiteInJanuary(world), scope: 'zone', targetId: world.own.id, metrics: ['rssi'] }),
      outcome: ownZone('ok'),
    },
  ],
  'statistics.figures': [
    { input: ownSiteInJanuary, outcome: ownZone('ok') },
    {
      input: (world) => ({ ...ownSiteInJanuary(world), scope: 'zone', targetId: world.own.id }),
      outcome: ownZone('ok'),
    },
    {
      input: (world) => ({
        ...ownSiteInJanuary(world),
        scope: 'device',
        targetId: world.own.gateway.devices[0]?.id,
      }),
      outcome: ownZone('ok'),
    },
  ],
  'session.me': [{ input: () => ({}), outcome: all('ok') }],
  'control.devices': [
    { input: () => ({}), outcome: operators('ok') },
    { input: (world) => ({ siteId: world.own.siteId }), outcome: ownZone('ok') },
  ],
  'insight.malfunctions': [{ input: () => ({}), outcome: operators('ok') }],
  'insight.device': [{ input: (world) => ({ deviceId: world.own.gateway.devices[0]?.id }), outcome: ownZone('ok') }],
}
