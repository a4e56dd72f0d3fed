import type { Access } from '../../../contract/features.ts'
import { sorts } from '../../../contract/reservations.ts'
import { list as zoneList } from '../../../contract/zones.ts'
import { type Route, routes } from '../routes.ts'

/** Returns the contents of docs/http-calls.md for the route table. */
export function describeRoutes(): string {
  const ready = routes.filter((route) => route.call !== null).length
  return `# HTTP calls

Generated from server/calls/routes.ts; a test fails when it is stale. ${ready} of ${routes.length} calls are available, the others
return 501 \`call-not-available\`.

- Calls that change something need a \`client-id\` header (any name of the calling program, up to 128 characters). Browsers must
  come from the portal's own origin. The session is in an HttpOnly cookie.
- Bodies are \`application/vnd.api+json\` or \`application/json\`, UTF-8, at most 100 kB. Errors are JSON:API error documents in the
  language of \`Accept-Language\` (de, en, fr, it; otherwise English).
- A command runs once per \`Idempotency-Key\` header, however often it is sent. A repeated reply has the header
  \`Idempotent-Replayed: true\` and tells how things were the first time; a GET tells how they are now.
- A GET that accepts \`text/html\` and has no \`client-id\` is a person opening a page, and gets the application.
- Times are instants with \`Z\` or an offset; replies use UTC. Money is integer cents (\`…Cents\`), except
  \`filter[price][min]\` and \`[max]\`: euros with at most two decimals.
- Lists of reservations take \`sort\` (${sorts.join(', ')}; a leading minus sorts descending), \`limit\`, \`page\`,
  \`include\` (Devices, Sites, Sites.Locations, Sites.Zones, Users, Users.BlockedUsers, MaintenancePeriods, Events; in any case),
  \`filter[state]\`, \`filter[query]\`, \`filter[price][min]\`, \`filter[price][max]\`, \`filter[start][since]\` (inclusive) and
  \`filter[start][until]\` (exclusive). Operators also have \`filter[managedBy]\` and \`filter[isReservable]\`, owners
  \`filter[timespan]\` (past, active, future) and \`filter[parent]=null\`.
- \`GET /reservations\` with \`Accept: text/csv\` returns the report, of any size: semicolons, times in the site's zone.
- \`PATCH /reservations/:id\` changes one thing: \`device_id\`; or \`note\`, \`licence_plate\`, \`rfid_token\`; or \`state\` (STORNO cancels
  with the refund of this moment, CANCELED gives up a hold).
- \`GET /sites/:siteId/devices\` with \`filter[available][from]\` and \`[until]\` returns the places that are free then.
  \`filter[available][reservationId]\` ignores that reservation's own claims.
- \`PATCH /devices/:id\` issues a command to a device of the operator's zones, or opens (\`free\`) and closes (\`blocked\`) one of the
  caller's reservation. \`timeout\` is for operators; commands of a reservation have their own deadline. 202 means sent, never done.
- \`POST /devices/add\` and \`/devices/edit/:id\` take the fields of a device by name (\`deviceId\` is its hardware id,
  \`deviceAccessMethods\` are ids), in plain JSON; barriers have \`path_number\` or \`pathNumber\`. Operators may change neither the
  identity of a device nor where it belongs. An edit with a \`version\` is refused when the device or barrier has another one by now.
  Removing one returns 209, or 461 with what depends on it; a device with a history is retired instead of deleted.
- \`GET /zones\` takes \`sort\` (${zoneList.sorts.join(', ')}; a leading minus sorts descending), \`limit\`, \`page\`, \`filter[query]\` and
  \`include=tenants\`. \`POST /zones/add\` and \`PATCH /zones/edit/:id\` take the fields of a zone in plain JSON; \`tenant\`, \`sites\` and
  \`users\` (its managers) are ids. An edit with a \`version\` is refused when the zone has another one by now. \`DELETE /zones/delete\` takes
  \`{ id }\`; 409 names what depends on the zone.
- \`POST /events/add_ajax\` and \`PATCH /events/edit_ajax/:id\` take the fields of an access time in \`event\`; \`zone\` (only when it
  is added), \`tariff\` and \`deviceTypes\` are ids. \`POST /events/softDelete\` takes \`{ event_id }\`; 409 names the codes that open it.
- \`GET /products\` takes \`sort\`, \`limit\`, \`page\`, \`filter[query]\`, \`filter[basic]\` and \`include=roles\`. \`PATCH /products/edit/:id\` takes the
  fields of a product in plain JSON, \`roles\` as ids; what takes its feature from somebody needs \`closing: true\`.
- Access: *public*, *session* (anybody signed in), or one of the features listed.

| call | shape | access | handled by |
|---|---|---|---|
${routes.map(line).join('\n')}
`
}

function line({ method, path, shape, access, answeredBy }: Route): string {
  return `| \`${method.toUpperCase()} ${path}\` | ${shape} | ${inWords(access)} | ${answeredBy} |`
}

function inWords(access: Access): string {
  return typeof access === 'string' ? access : access.join(', ')
}
