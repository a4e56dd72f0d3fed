import * as access from './access.ts'
import * as barriers from './barriers.ts'
import * as codes from './codes.ts'
import * as consequences from './consequences.ts'
import * as controlOwn from './control/own.ts'
import * as control from './control.ts'
import * as deviceAccessMethods from './device-access-methods.ts'
import * as deviceTypes from './device-types.ts'
import * as devices from './devices/admin.ts'
import * as events from './events.ts'
import * as gateways from './gateways.ts'
import * as help from './help.ts'
import * as history from './history.ts'
import * as identityProviders from './identity-providers.ts'
import * as imports from './imports.ts'
import * as insight from './insight.ts'
import * as invitations from './invitations.ts'
import type { CommandDef, QueryDef, WatchDef } from './kit.ts'
import * as locations from './locations.ts'
import * as logs from './logs.ts'
import * as maintenance from './maintenance.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as operation from './operation.ts'
import * as overview from './overview.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import * as problems from './problems.ts'
import * as products from './products.ts'
import * as profile from './profile.ts'
import * as book from './reservations/book.ts'
import * as reservations from './reservations.ts'
import * as roles from './roles.ts'
import * as security from './session/security.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
import * as sitesAdmin from './sites/admin.ts'
import * as plan from './sites/plan.ts'
import * as timeline from './sites/timeline.ts'
import * as sites from './sites.ts'
import * as statistics from './statistics.ts'
import * as tariffs from './tariffs.ts'
import * as tenants from './tenants.ts'
import * as university from './university.ts'
import * as zones from './zones.ts'

type Definition = CommandDef | QueryDef | WatchDef

const files: readonly object[] = [
  access,
  barriers,
  book,
  codes,
  consequences,
  control,
  controlOwn,
  deviceAccessMethods,
  deviceTypes,
  devices,
  events,
  gateways,
  help,
  history,
  identityProviders,
  imports,
  insight,
  invitations,
  locations,
  logs,
  maintenance,
  media,
  messages,
  operation,
  overview,
  payments,
  people,
  plan,
  problems,
  products,
  profile,
  reservations,
  roles,
  security,
  session,
  setup,
  sites,
  sitesAdmin,
  statistics,
  tariffs,
  tenants,
  timeline,
  university,
  zones,
]
const kinds = ['command', 'query', 'watch']
const isDefinition = (value: unknown): value is Definition =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'name' in value &&
  kinds.includes(String(value.kind))
const definitions = files.flatMap((file): unknown[] => Object.values(file)).filter(isDefinition)

/**
 * Everything that can be called over the socket. Server handlers, the rights matrix and the documentation are derived
 * from these three lists.
 */
export const commands = definitions.filter((def) => def.kind === 'command')
export const queries = definitions.filter((def) => def.kind === 'query')
export const watches = definitions.filter((def) => def.kind === 'watch')
