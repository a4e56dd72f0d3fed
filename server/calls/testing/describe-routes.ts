import type { Access } from '../../../contract/features.ts'
import { sorts } from '../../../contract/reservations.ts'
import { type Route, routes } from '../routes.ts'

/** docs/http-calls.md, made from the route table. */
export function describeRoutes(): string {
  const ready = routes.filter((route) => route.call !== null).length
  return `# HTTP calls

Made from server/calls/routes.ts; a test keeps it so. ${ready} of ${routes.length} calls answer, the others say 501 \`call-not-available\`.

- Calls that change something need a \`client-id\` header (any name of the calling program, at most 128 characters); browsers must come
  from the portal's own origin. The session travels in an HttpOnly cookie.
- Bodies are \`application/vnd.api+json\` or \`application/json\`, UTF-8, at most 100 kB. Errors are JSON:API error documents in the language
  of \`Accept-Language\` (de, en, fr, it; else English).
- Commands are done once for an \`Idempotency-Key\` header, however often they are sent.
- A GET whose \`Accept\` names \`text/html\` and that has no \`client-id\` is a person opening a page: it gets the application.
- Times are instants with \`Z\` or an offset; answers are in UTC. Money is integer cents (\`…Cents\`), but for
  \`filter[price][min]\` and \`[max]\`: euros with at most two decimals.
- Lists of reservations take \`sort\` (${sorts.join(', ')}; a leading minus turns it round), \`limit\`, \`page\`, \`include\` (Devices, Sites,
  Sites.Locations, Sites.Zones, Users, Users.BlockedUsers, MaintenancePeriods, Events; in any case), \`filter[state]\`, \`filter[query]\`,
  \`filter[price][min]\`, \`filter[price][max]\`, \`filter[start][since]\`, and starts before \`filter[start][until]\`. Operators also
  \`filter[managedBy]\`, \`filter[isReservable]\`; owners \`filter[timespan]\` (past, active, future) and \`filter[parent]=null\`.
- \`GET /reservations\` with \`Accept: text/csv\` is the report: semicolons, times in the zone of the site, of any size.
- \`PATCH /reservations/:id\` changes one thing: \`device_id\`; or \`note\`, \`licence_plate\`, \`rfid_token\`; or \`state\` (STORNO cancels with the refund
  of this moment, CANCELED gives a hold up).
- \`GET /sites/:siteId/devices\` with \`filter[available][from]\` and \`[until]\` answers the places that are free then;
  \`filter[available][reservationId]\` leaves that reservation's own claims out of account.
- \`PATCH /devices/:id\` orders a device of the operator's zones, or opens (\`free\`) and closes (\`blocked\`) one of the caller's reservation;
  \`timeout\` is the operators', a reservation's orders have their own deadline. 202 means sent, never done.
- \`POST /devices/add\` and \`/devices/edit/:id\` take the fields of a device by their names (\`deviceId\` is its hardware id,
  \`deviceAccessMethods\` ids), in plain JSON; operators change neither what it is nor what it hangs on. Removing a device or barrier answers 209,
  or 461 while something depends on it; what has a history is kept and out of use.
- Access: *public*, *session* (anybody signed in), or one of the features listed.

| call | shape | access | answered by |
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
