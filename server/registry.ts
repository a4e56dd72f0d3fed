import * as access from './access/verbs.ts'
import * as barriers from './barriers/verbs.ts'
import * as codes from './codes/verbs.ts'
import * as consequences from './consequences/verbs.ts'
import * as control from './control/verbs.ts'
import * as deviceAccessMethods from './device-access-methods/verbs.ts'
import * as deviceTypes from './device-types/verbs.ts'
import * as devices from './devices/verbs.ts'
import * as events from './events/verbs.ts'
import * as gateways from './gateways/verbs.ts'
import * as help from './help/verbs.ts'
import * as history from './history/verbs.ts'
import * as identityProviders from './identity-providers/verbs.ts'
import * as imports from './imports/verbs.ts'
import * as insight from './insight/verbs.ts'
import * as invitations from './invitations/verbs.ts'
import { collect, type Handlers } from './kernel/bus/handlers.ts'
import * as locations from './locations/verbs.ts'
import * as logs from './logs/verbs.ts'
import * as maintenance from './maintenance/verbs.ts'
import * as media from './media/verbs.ts'
import * as messages from './messages/verbs.ts'
import * as operation from './operation/verbs.ts'
import * as overview from './overview/verbs.ts'
import * as payments from './payments/verbs.ts'
import * as people from './people/verbs.ts'
import * as problems from './problems/verbs.ts'
import * as products from './products/verbs.ts'
import * as profile from './profile/verbs.ts'
import * as reservations from './reservations/verbs.ts'
import * as roles from './roles/verbs.ts'
import * as session from './session/verbs.ts'
import * as setup from './setup/verbs.ts'
import * as sites from './sites/verbs.ts'
import * as statistics from './statistics/verbs.ts'
import * as tariffs from './tariffs/verbs.ts'
import * as tenants from './tenants/verbs.ts'
import * as university from './university/verbs.ts'
import * as zones from './zones/verbs.ts'

/** Every handler of the server, a line a domain; must match the contract's registry to the name. */
export function registry(): Handlers {
  return collect([
    access,
    barriers,
    codes,
    consequences,
    control,
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
    problems,
    products,
    profile,
    reservations,
    roles,
    session,
    setup,
    sites,
    statistics,
    tariffs,
    tenants,
    university,
    zones,
  ])
}
