import { deviceFields } from '../claims/device-fields.ts'
import { displacementsSql } from '../claims/displacements.ts'
import { wireTime } from '../kernel/sql.ts'

const time = wireTime

/**
 * Whole reservations by :ids (heads of families), as rows of ReservationRow. The ids stand in a subselect, so that a
 * custom plan looks no cheaper than the cached one: planning takes longer than running. Objects are json, which is
 * built a fifth faster than jsonb; children are merged, which needs jsonb.
 */
export const reservationSql = `
  select r.id, greatest(r.version, (select max(c.version) from reservations c where c.parent_id = r.id)) as version,
    r.user_id as "userId", array(select zone_id from site_zones where site_id = r.site_id order by 1) as "zoneIds",
    r.api_id as "apiId", r.number, r.state, ${time('r.starts_at')} as start, ${time('r.ends_at')} as end,
    json_build_object('id', s.id, 'name', coalesce(s.full_name, s.name), 'timeZone', s.time_zone, 'address', l.address, 'zip', l.zip,
      'city', l.city, 'latitude', l.latitude, 'longitude', l.longitude,
      'directions', coalesce(s.translations -> u.language ->> 'directions', s.directions),
      'supportInfo', coalesce(z.translations -> u.language ->> 'additionalSupportInfo', z.additional_support_info,
        l.translations -> u.language ->> 'additionalSupportInfo', l.additional_support_info)) as site,
    case when z.id is not null then json_build_object('id', z.id, 'name', z.name) end as zone,
    ${deviceFields} as device,
    (select coalesce(jsonb_agg(jsonb_build_object('reservationId', c.id, 'mandatory', c.mandatory) || c.device
              order by (c.device ->> 'sequenceNumber')::int, c.id), '[]')
     from (select c.id, d.is_mandatory as mandatory, ${deviceFields} as device from reservations c
           join devices d on d.id = c.device_id join device_types dt on dt.id = d.device_type_id
           where c.parent_id = r.id) c) as children,
    case when e.id is not null then json_build_object('id', e.id, 'name', e.name, 'translations', e.translations) end as event,
    r.licence_plate as "licencePlate", r.note, r.rfid_token as "rfidToken", r.use_automatic_access as "useAutomaticAccess",
    r.remember_accept_documents_decision as "rememberAcceptDocumentsDecision", r.site_from_search_results as "siteFromSearchResults",
    r.time_period_index as "timePeriodIndex",
    case when r.state = 'CREATED' then json_build_object('kind', r.hold_kind, 'until', ${time('r.held_until')}) end as hold,
    r.timed_out as "timedOut", r.end_reason as "endReason", r.price_cents as "priceCents",
    coalesce((r.rules ->> 'taxRatePercent')::float, t.tax_rate_percent::float, 0) as "taxRatePercent",
    r.payment_method as "paymentMethod",
    case when cc.id is not null then json_build_object('id', cc.id, 'number', cc.number, 'name', cc.name) end as "costCenter",
    coalesce(money.paid, 0)::int as "paidCents", coalesce(money.refunded, 0)::int as "refundedCents",
    r.rules as bought, coalesce(e.guest_ticket_allowed, false) as "eventGuestTicket",
    (select json_build_object('id', f.id, 'number', f.number) from reservations f where f.id = r.follows_id) as follows,
    (select json_build_object('id', f.id, 'number', f.number, 'end', ${time('f.ends_at')}, 'deviceId', f.device_id)
     from reservations f where f.follows_id = r.id and f.state = 'RESERVED') as "followedBy",
    (select coalesce(json_agg(json_build_object('id', m.id, 'reason', m.reason, 'start', ${time('m.starts_at')}, 'end', ${time('m.ends_at')})
              order by m.starts_at, m.id), '[]')
     from maintenance_periods m where r.state in ('CREATED', 'RESERVED') and m.id in (
       select maintenance_period_id from device_maintenance dm
       where dm.device_id in (select device_id from reservations where id = r.id or parent_id = r.id) and dm.span && r.span)) as maintenance,
    case when r.state = 'RESERVED' then ${displacementsSql('r')} else '[]' end as displacements,
    (select json_build_object('beganAt', ${time('o.began_at')}, 'until', ${time('o.until_at')}, 'endedAt', ${time('o.ended_at')},
        'priceCents', o.price_cents, 'chargedCents', o.charged_cents) from overstays o where o.reservation_id = r.id) as overstay,
    (select json_build_object('id', m.id, 'name', coalesce(nullif(m.full_name, ''), m.username)) from users m where m.id = r.managed_by) as "managedBy",
    ${time('r.created_at')} as "createdAt", ${time('r.reserved_at')} as "reservedAt", ${time('r.ended_at')} as "endedAt",
    r.pin,
    (select coalesce(json_agg(json_build_object('id', k.id, 'uses', k.uses, 'createdAt', ${time('k.created_at')}, 'expiresAt', ${time('k.expires_at')},
              'kind', case k.purpose when 'eticket' then 'eticket' when 'reservation-summary' then 'summary' else 'remote' end) order by k.id), '[]')
     from tokens k where k.reservation_id = r.id and k.revoked_at is null
       and k.purpose in ('eticket', 'reservation-summary', 'remote-reservation')) as shares,
    (select json_build_object('id', p.api_id, 'purpose', p.purpose, 'state', p.state, 'amountCents', p.amount_cents,
        'refundedCents', p.refunded_cents, 'reservationId', p.reservation_id, 'url', case when p.state = 'pending' then p.url end,
        'expiresAt', ${time('p.expires_at')}, 'failure', p.failure, 'outcome', p.outcome)
     from payments p where p.reservation_id = r.id order by p.id desc limit 1) as payment,
    case when u.id is not null then json_build_object('id', u.id, 'name', coalesce(nullif(u.full_name, ''), u.username), 'email', u.email,
      'blocked', exists (select from blocked_users b join site_zones sz on sz.zone_id = b.zone_id
                         where b.user_id = u.id and b.state = 'blocked' and sz.site_id = r.site_id)) end as "user",
    (select json_agg(json_build_object('id', c.id, 'version', c.version, 'siteId', c.site_id, 'deviceId', c.device_id,
        'start', ${time('c.starts_at')}, 'end', ${time('c.ends_at')},
        'state', case c.state when 'CREATED' then 'held' when 'RESERVED' then 'taken' else 'free' end,
        'heldUntil', case when c.state = 'CREATED' then ${time('c.held_until')} end) order by c.id)
     from reservations c where (c.id = r.id or c.parent_id = r.id) and not c.shared) as claims
  from reservations r
  join sites s on s.id = r.site_id
  left join locations l on l.id = s.location_id
  join devices d on d.id = r.device_id
  join device_types dt on dt.id = d.device_type_id
  left join events e on e.id = r.event_id
  left join zones z on z.id = coalesce(e.zone_id, (select min(zone_id) from site_zones where site_id = r.site_id))
  left join tenants t on t.id = z.tenant_id
  left join cost_centers cc on cc.id = r.cost_center_id
  left join users u on u.id = r.user_id
  left join lateral (
    select sum(amount_cents) filter (where kind in ('booking', 'extension')) as paid, sum(amount_cents) filter (where kind = 'refund') as refunded
    from transactions where reservation_id = r.id) money on true
  where r.id = any ((select :ids::int[])::int[]) and r.parent_id is null`
